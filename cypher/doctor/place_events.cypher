// Links events to the session that their session_id names, which is made where it is missing.
//
// tenant:  $user_id
// access:  write
// params:  $keys  LIST<STRING>  event ids
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
MATCH (event:Event {user_id: $user_id, event_id: key})
WHERE event.session_id IS NOT NULL
CALL (event) {
  OPTIONAL MATCH (event)-[wrong:IN_SESSION {user_id: $user_id}]->()
  DELETE wrong
}
MERGE (session:Session {user_id: $user_id, session_id: event.session_id})
  ON CREATE SET session.name = left(event.session_id, 40), session.started_at = event.occurred_at
SET session.started_at = CASE WHEN event.occurred_at < session.started_at THEN event.occurred_at ELSE session.started_at END
MERGE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
CREATE (event)-[:IN_SESSION {user_id: $user_id}]->(session)
RETURN count(*) AS repaired
