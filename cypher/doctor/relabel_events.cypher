// Gives events the second label of their actor_role, and no other.
//
// tenant:  $user_id
// access:  write
// params:  $keys  LIST<STRING>  event ids
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
UNWIND $keys AS key
MATCH (event:Event {user_id: $user_id, event_id: key})
REMOVE event:UserEvent, event:AgentEvent, event:ToolEvent
FOREACH (_ IN CASE event.actor_role WHEN 'user' THEN [1] ELSE [] END | SET event:UserEvent)
FOREACH (_ IN CASE event.actor_role WHEN 'agent' THEN [1] ELSE [] END | SET event:AgentEvent)
FOREACH (_ IN CASE event.actor_role WHEN 'tool' THEN [1] ELSE [] END | SET event:ToolEvent)
RETURN count(*) AS repaired
