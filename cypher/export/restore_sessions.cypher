// Puts sessions back as exported; one that is there stays as it is.
//
// tenant:  $user_id
// access:  write
// params:  $rows  LIST<MAP>  session_id, properties as exported
// columns: restored  INTEGER  sessions that are there now
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MERGE (user:User {user_id: $user_id})
WITH user
UNWIND $rows AS row
MERGE (session:Session {user_id: $user_id, session_id: row.session_id})
  ON CREATE SET session += row.properties, session.session_id = row.session_id, session.user_id = $user_id
MERGE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
RETURN count(session) AS restored
