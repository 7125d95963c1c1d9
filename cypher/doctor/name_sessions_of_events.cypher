// Puts the id of the session that events are linked to into their session_id.
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
UNWIND $keys AS key
MATCH (event:Event {user_id: $user_id, event_id: key})-[:IN_SESSION]->(session:Session {user_id: $user_id})
WHERE event.session_id IS NULL
WITH event, min(session.session_id) AS session_id
SET event.session_id = session_id
RETURN count(*) AS repaired
