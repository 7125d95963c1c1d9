// Events whose IN_SESSION does not say what their session_id says.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (event:Event)
WHERE event.user_id IS NOT NULL AND event.session_id IS NOT NULL
  AND NOT (
    COUNT { (event)-[:IN_SESSION]->() } = 1
    AND EXISTS {
      (event)-[:IN_SESSION]->(session:Session WHERE session.session_id = event.session_id AND session.user_id = event.user_id)
    }
  )
  AND NOT EXISTS { (event)-[:IN_SESSION]->(other:Session WHERE other.user_id <> event.user_id) }
RETURN event.user_id AS user_id, event.event_id AS id, event.event_id AS key
