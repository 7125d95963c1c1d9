// What a run found: the events, and the slots that it touched.
//
// tenant:  $user_id
// access:  read
// params:  $run_id  STRING
// columns: events  LIST<MAP>     event_id, length, seen_count, redacted_count
//          slots   LIST<STRING>
// order:   one row
CYPHER 25
MATCH (event:Event {user_id: $user_id})-[said:STATES {user_id: $user_id, run_id: $run_id}]->(thing:Entity {user_id: $user_id})
USING INDEX said:STATES(user_id, run_id)
RETURN collect(DISTINCT event {
    .event_id, length: size(event.content), seen_count: size(coalesce(event.seen, [])),
    redacted_count: size(coalesce(event.redacted, []))
  }) AS events,
  collect(DISTINCT said.slot) AS slots
