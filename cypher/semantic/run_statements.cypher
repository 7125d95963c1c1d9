// What a run found: the events that it read, and the slots that it touched.
//
// A run of reflection reads no events anew; its slots are those of `judged`.
//
// tenant:  $user_id
// access:  read
// params:  $run_id  STRING
// columns: events  LIST<MAP>     event_id, length, seen_count, redacted_count
//          slots   LIST<STRING>
//          judged  LIST<STRING>  slots of what was found to recur
// order:   one row
CYPHER 25
MATCH (event:Event {user_id: $user_id})-[said:STATES {user_id: $user_id, run_id: $run_id}]->(thing:Entity {user_id: $user_id})
USING INDEX said:STATES(user_id, run_id)
RETURN collect(DISTINCT CASE WHEN said.cues = 'recurs' THEN null ELSE event {
    .event_id, length: size(event.content), seen_count: size(coalesce(event.seen, [])),
    redacted_count: size(coalesce(event.redacted, []))
  } END) AS events,
  collect(DISTINCT said.slot) AS slots,
  collect(DISTINCT CASE WHEN said.cues = 'recurs' THEN said.slot END) AS judged
