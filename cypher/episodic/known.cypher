// Which of these rows the user has already, by id or as a replay.
//
// tenant:  $user_id
// access:  read
// params:  $rows  LIST<MAP>  event_id, replay_key (or null)
// columns: row    STRING     event_id of the row asked for
//          event  MAP        the stored Event, whose id differs from the row's for a replay
// order:   none
CYPHER 25
UNWIND $rows AS row
OPTIONAL MATCH (same_id:Event {user_id: $user_id, event_id: row.event_id})
OPTIONAL MATCH (same_episode:Event {user_id: $user_id, replay_key: row.replay_key})
WITH row.event_id AS row, coalesce(same_id, same_episode) AS event
WHERE event IS NOT NULL
RETURN row, event {
  .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary,
  .occurred_at, .ended_at, .recorded_at, .metadata
} AS event
