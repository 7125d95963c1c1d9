// Makes the node of a user who has events or sessions, but no node.
//
// tenant:  $user_id
// access:  write
// params:  $created_at  ZONED DATETIME  now
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
  ON CREATE SET user.name = left($user_id, 40), user.created_at = $created_at
RETURN count(*) AS repaired
