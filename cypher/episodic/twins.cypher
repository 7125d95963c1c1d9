// Which of these events have another of the same wording, near in time.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids    LIST<STRING>
//          $same_within  INTEGER       days
// columns: twins  LIST<STRING>
// order:   one row
CYPHER 25
UNWIND $event_ids AS event_id
MATCH (event:Event {user_id: $user_id, event_id: event_id})
MATCH (twin:Event {user_id: $user_id, wording_key: event.wording_key})
WHERE twin <> event
  AND twin.occurred_at <= coalesce(last(event.seen), event.occurred_at) + duration({days: $same_within})
  AND coalesce(last(twin.seen), twin.occurred_at) >= event.occurred_at - duration({days: $same_within})
RETURN collect(DISTINCT event.event_id) AS twins
