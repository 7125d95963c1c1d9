// Links of a chain that lead into another session, or belong to no session.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (event:Event)-[link:NEXT]->(following:Event)
WHERE event.user_id = following.user_id
  AND (event.session_id IS NULL OR following.session_id IS NULL OR event.session_id <> following.session_id)
RETURN link.user_id AS user_id, event.event_id AS id, elementId(link) AS key
