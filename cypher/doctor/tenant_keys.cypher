// The tenant keys in use, with the users whose events carry them.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id     STRING
//          tenant_key  STRING   null where there is none
//          events      INTEGER  that carry it
//          example     STRING   id of one of them
// order:   none
CYPHER 25
MATCH (event:Event)
WHERE event.user_id IS NOT NULL
RETURN event.user_id AS user_id, event.tenant_key AS tenant_key, count(*) AS events, min(event.event_id) AS example
