// Counts recalls of events: how often, and when last.
//
// Only what is there is touched, so nothing of an erased user comes back. The user's node is left alone: being recalled
// changes no answer, and no writer has to wait.
//
// tenant:  $user_id
// access:  write
// params:  $rows     LIST<MAP>  event_id, times (how often since the last count), at (ZONED DATETIME of the last)
// columns: counted  INTEGER  events that are still there
// order:   one row
CYPHER 25
UNWIND $rows AS row
MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
SET event.recall_count = coalesce(event.recall_count, 0) + row.times,
    event.last_recalled_at = CASE
      WHEN event.last_recalled_at > row.at THEN event.last_recalled_at
      ELSE row.at
    END
RETURN count(event) AS counted
