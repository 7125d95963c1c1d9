// The user's latest events with why each was kept.
//
// tenant:  $user_id
// access:  read
// params:  $limit  INTEGER  rows wanted, at most
// columns: event_id            STRING
//          occurred_at         ZONED DATETIME
//          content             STRING          its beginning
//          gate_reason         STRING
//          importance          FLOAT
//          importance_reasons  LIST<STRING>
//          times               INTEGER         how often it was recorded
//          redacted            LIST<STRING>
// order:   occurred_at descending, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.occurred_at IS NOT NULL
RETURN event.event_id AS event_id, event.occurred_at AS occurred_at, left(event.content, 200) AS content,
       coalesce(event.gate_reason, 'unknown') AS gate_reason, event.importance AS importance,
       coalesce(event.importance_reasons, []) AS importance_reasons,
       1 + size(coalesce(event.seen, [])) AS times, coalesce(event.redacted, []) AS redacted
ORDER BY occurred_at DESC, event_id
LIMIT $limit
