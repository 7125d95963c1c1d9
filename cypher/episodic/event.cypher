// One of the user's events, by its id or by that of a repetition it has taken up.
//
// tenant:  $user_id
// access:  read
// params:  $event_id  STRING
//          $lucene    STRING  the word that stands for this id, see graphmem.rules.keys
// columns: event  MAP  the Event
// order:   none
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryNodes('event_seen', $lucene) YIELD node
  WHERE node.user_id = $user_id
  RETURN head(collect(node)) AS united
}
OPTIONAL MATCH (named:Event {user_id: $user_id, event_id: $event_id})
WITH coalesce(named, united) AS event
WHERE event IS NOT NULL
RETURN event {
  .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .occurred_at, .ended_at,
  .recorded_at, .metadata, .importance, .importance_reasons, .explicit, .unverified, .gate_reason, .redacted,
  .seen, .seen_in, .seen_ids, .tool_call_id, .reply_to
} AS event
