// Events without a name, which Browser would show.
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
WHERE event.name IS NULL OR event.name = ''
RETURN event.user_id AS user_id, event.event_id AS id, event.event_id AS key
