// Counts recalls of events and of facts: how often, and when last.
//
// Only what is there is touched, so nothing of an erased user comes back. The user's node is left alone: being recalled
// changes no answer, and no writer has to wait.
//
// tenant:  $user_id
// access:  write
// params:  $events  LIST<MAP>  event_id, times (how often since the last count), at (ZONED DATETIME of the last)
//          $facts   LIST<MAP>  fact_id, times, at
// columns: counted  INTEGER  events and facts that are still there
// order:   one row
CYPHER 25
CALL () {
  UNWIND $events AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  SET event.recall_count = coalesce(event.recall_count, 0) + row.times,
      event.last_recalled_at = CASE
        WHEN event.last_recalled_at > row.at THEN event.last_recalled_at
        ELSE row.at
      END
  RETURN count(event) AS recalled
}
CALL () {
  UNWIND $facts AS row
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing:Entity {user_id: $user_id})
  SET fact.use_count = coalesce(fact.use_count, 0) + row.times,
      fact.last_used_at = CASE
        WHEN fact.last_used_at > row.at THEN fact.last_used_at
        ELSE row.at
      END
  RETURN count(fact) AS used
}
RETURN recalled + used AS counted
