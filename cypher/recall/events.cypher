// Events by their ids, whole: those that recall returns.
//
// Times travel as text, which takes the client a tenth of the time to read.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids  LIST<STRING>
// columns: event  MAP  the Event
// order:   none
CYPHER 25
UNWIND $event_ids AS event_id
MATCH (event:Event {user_id: $user_id, event_id: event_id})
RETURN
  event {
    .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .metadata, .importance,
    .importance_reasons, .explicit, .unverified, .gate_reason, .redacted, .seen_in, .seen_ids, .tool_call_id, .reply_to,
    occurred_at: toString(event.occurred_at), ended_at: toString(event.ended_at),
    recorded_at: toString(event.recorded_at), seen: [at IN event.seen | toString(at)]
  } AS event
