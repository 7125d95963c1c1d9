// Names the user, and sessions of the user, after the beginning of their ids.
//
// tenant:  $user_id
// access:  write
// params:  $keys  LIST<STRING>  session ids
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  MATCH (user:User {user_id: $user_id})
  WHERE user.name IS NULL OR user.name = ''
  SET user.name = left($user_id, 40)
  RETURN count(*) AS users
}
CALL () {
  UNWIND $keys AS key
  MATCH (session:Session {user_id: $user_id, session_id: key})
  SET session.name = left(key, 40)
  RETURN count(*) AS sessions
}
RETURN users + sessions AS repaired
