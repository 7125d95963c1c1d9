// Some of the user's events, with what is read to make facts of them.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids   LIST<STRING>
//          $characters  INTEGER       of each content, at most
// columns: event  MAP  as for `semantic.unconsumed`
// order:   occurred_at, then event_id
CYPHER 25
UNWIND $event_ids AS event_id
MATCH (event:Event {user_id: $user_id, event_id: event_id})
RETURN event {
    .event_id, .event_type, .actor, .actor_role, .session_id, .occurred_at, .metadata, .seen, .seen_in, .seen_ids, .read_by,
    content: left(event.content, $characters), length: size(event.content),
    seen_count: size(coalesce(event.seen, [])), redacted_count: size(coalesce(event.redacted, []))
  } AS event
ORDER BY event.occurred_at, event.event_id
