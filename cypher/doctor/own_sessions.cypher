// Hangs sessions on their user, each once.
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
MATCH (user:User {user_id: $user_id})
SET user.last_recorded_at = user.last_recorded_at
WITH user
UNWIND $keys AS key
MATCH (session:Session {user_id: $user_id, session_id: key})
CALL (session) {
  OPTIONAL MATCH (session)<-[wrong:HAS_SESSION {user_id: $user_id}]-()
  DELETE wrong
}
CREATE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
RETURN count(*) AS repaired
