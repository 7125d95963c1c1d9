// Gives an event another importance, unless somebody else has done so meanwhile.
//
// tenant:  $user_id
// access:  write
// params:  $event_id    STRING
//          $was         FLOAT         the importance it has
//          $importance  FLOAT         the one it gets
//          $reasons     LIST<STRING>  for it
// columns: event  MAP  the Event as it is now
// order:   none
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MATCH (event:Event {user_id: $user_id, event_id: $event_id})
SET event.user_id = $user_id
WITH event
WHERE event.importance = $was
SET event.importance = $importance, event.importance_reasons = $reasons
RETURN event {
  .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .occurred_at, .ended_at,
  .recorded_at, .metadata, .importance, .importance_reasons, .explicit, .unverified, .gate_reason, .redacted,
  .seen, .seen_in, .seen_ids, .tool_call_id, .reply_to
} AS event
