// Events whose successor in the session is not later than they are, by occurred_at, then event_id.
//
// Every cycle holds at least one of them.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (event:Event)-[:NEXT]->(following:Event)
WHERE event.user_id = following.user_id AND event.session_id = following.session_id
  AND (
    event.occurred_at > following.occurred_at
    OR (event.occurred_at = following.occurred_at AND event.event_id >= following.event_id)
  )
RETURN event.user_id AS user_id, event.event_id AS id, event.session_id AS key
