// Events that were not analysed and do not wait for it, of users whose events should all be either.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (user:User)
WHERE user.analysed_as IS NOT NULL
MATCH (event:Event {user_id: user.user_id})
WHERE event.awaits_analysis IS NULL AND event.analysed_as IS NULL
RETURN event.user_id AS user_id, event.event_id AS id, event.event_id AS key
