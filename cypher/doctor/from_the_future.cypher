// Events that were recorded in the future, by the server's clock.
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
WHERE event.recorded_at > datetime.realtime() + duration('PT1M')
RETURN event.user_id AS user_id, event.event_id AS id, event.event_id AS key
