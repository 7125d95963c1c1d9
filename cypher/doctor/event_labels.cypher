// Events whose second label is not that of their actor_role.
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
WHERE [label IN labels(event) WHERE label IN ['UserEvent', 'AgentEvent', 'ToolEvent']]
   <> [CASE event.actor_role WHEN 'user' THEN 'UserEvent' WHEN 'agent' THEN 'AgentEvent' WHEN 'tool' THEN 'ToolEvent' END]
RETURN event.user_id AS user_id, event.event_id AS id, event.event_id AS key
