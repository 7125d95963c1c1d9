// Which of these rows the user has already: by id, as a replay, or as a repetition of another event.
//
// tenant:  $user_id
// access:  read
// params:  $rows    LIST<MAP>  event_id, replay_key (or null), own_keys
//          $lucene  STRING     the words that stand for these ids, see graphmem.rules.keys
// columns: row    STRING     event_id of the row asked for
//          event  MAP        the stored Event, whose id differs from the row's for a replay or a repetition
// order:   none
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryNodes('event_seen', $lucene) YIELD node
  WHERE node.user_id = $user_id
  RETURN collect(node) AS united
}
UNWIND $rows AS row
OPTIONAL MATCH (same_id:Event {user_id: $user_id, event_id: row.event_id})
OPTIONAL MATCH (same_episode:Event {user_id: $user_id, replay_key: row.replay_key})
WITH row.event_id AS row, coalesce(
  same_id, same_episode,
  head([event IN united WHERE any(key IN row.own_keys WHERE key IN event.seen_keys)])
) AS event
WHERE event IS NOT NULL
RETURN row, event {
  .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .metadata, .importance,
  .importance_reasons, .explicit, .unverified, .gate_reason, .redacted, .seen_in, .seen_ids, .tool_call_id, .reply_to,
  occurred_at: toString(event.occurred_at), ended_at: toString(event.ended_at),
  recorded_at: toString(event.recorded_at), seen: [at IN event.seen | toString(at)]
} AS event
