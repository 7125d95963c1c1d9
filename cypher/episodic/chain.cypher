// What led to an event and what came of it: everything that CAUSED_BY reaches from it, in both directions.
//
// The shortest way to each, so that a net of causes costs no more than its events. At most fifty steps away.
//
// tenant:  $user_id
// access:  read
// params:  $event_id  STRING
//          $limit     INTEGER  causes, and effects, at most
// columns: event   MAP        an Event of the chain
//          steps   INTEGER    from the event asked for: negative for a cause, positive for an effect
//          causes  LIST<MAP>  cause_id, method, confidence of its own causes
// order:   occurred_at, then event_id
CYPHER 25
MATCH (asked:Event {user_id: $user_id, event_id: $event_id})
CALL (asked) {
  WITH asked
  RETURN asked AS event, 0 AS steps
  UNION
  MATCH SHORTEST 1 (asked)-[way:CAUSED_BY]->{1,50}(cause:Event {user_id: $user_id})
  RETURN cause AS event, -size(way) AS steps
  ORDER BY size(way), cause.event_id
  LIMIT $limit
  UNION
  MATCH SHORTEST 1 (effect:Event {user_id: $user_id})-[way:CAUSED_BY]->{1,50}(asked)
  RETURN effect AS event, size(way) AS steps
  ORDER BY size(way), effect.event_id
  LIMIT $limit
}
RETURN event {
  .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .occurred_at, .ended_at,
  .recorded_at, .metadata, .importance, .importance_reasons, .explicit, .unverified, .gate_reason, .redacted,
  .seen, .seen_in, .seen_ids, .tool_call_id, .reply_to
} AS event,
steps,
COLLECT {
  MATCH (event)-[link:CAUSED_BY {user_id: $user_id}]->(cause:Event {user_id: $user_id})
  RETURN {cause_id: cause.event_id, method: link.method, confidence: link.confidence} AS link
  ORDER BY cause.event_id
} AS causes
ORDER BY event.occurred_at, event.event_id
