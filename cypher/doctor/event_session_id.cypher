// Events that are linked to a session, but have no session_id.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (event:Event)-[:IN_SESSION]->(session:Session)
WHERE event.session_id IS NULL AND session.user_id = event.user_id
RETURN DISTINCT event.user_id AS user_id, event.event_id AS id, event.event_id AS key
