// The events of a span of time, the weightiest first.
//
// For cues that ask for a time and nothing else: what happened then need not be near to them in meaning.
//
// tenant:  $user_id
// access:  read
// params:  $since  ZONED DATETIME  inclusive
//          $until  ZONED DATETIME  exclusive
//          $k      INTEGER         events wanted, at most
// columns: event_ids  LIST<STRING>  by importance descending, then in order of time; no row when there are none
// order:   one row
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.occurred_at >= $since AND event.occurred_at < $until
WITH event.event_id AS event_id, event.occurred_at AS at, coalesce(event.importance, 0.0) AS importance
ORDER BY importance DESC, at, event_id
LIMIT $k
WITH collect(event_id) AS event_ids
WHERE size(event_ids) > 0
RETURN event_ids
