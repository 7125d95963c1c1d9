// Events with more than one successor or predecessor in their session.
//
// Only links inside a session are looked at: those that leave it are found by doctor.chain_leaves.
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
WHERE event.session_id IS NOT NULL
  AND (
    COUNT { (event)-[:NEXT]->(other:Event WHERE other.session_id = event.session_id AND other.user_id = event.user_id) } > 1
    OR
    COUNT { (event)<-[:NEXT]-(other:Event WHERE other.session_id = event.session_id AND other.user_id = event.user_id) } > 1
  )
RETURN event.user_id AS user_id, event.event_id AS id, event.session_id AS key
