// Users, sessions and events that are there more than once.
//
// Asked only where a constraint is missing, since it holds all keys at once.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (node:User|Session|Event)
WHERE node.user_id IS NOT NULL
WITH node.user_id AS user_id, node.session_id AS session_id, node.event_id AS event_id,
     CASE WHEN node:Event THEN 'event' WHEN node:Session THEN 'session' ELSE 'user' END AS kind, count(*) AS copies
WITH user_id, kind, CASE kind WHEN 'event' THEN event_id WHEN 'session' THEN session_id ELSE user_id END AS id, sum(copies) AS copies
WHERE copies > 1
RETURN user_id, id, kind AS key
