// Notes that it was looked for what recurs in the user's life.
//
// No answer depends on it.
//
// tenant:  $user_id
// access:  write
// params:  $at  ZONED DATETIME  now
// columns: at  ZONED DATETIME
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.reflected_at = $at
RETURN user.reflected_at AS at
