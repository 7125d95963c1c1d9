// The facts of the slots that a cue is about: found by their words, and by the events that speak for them.
//
// Whole slots come back, so that a disputed fact comes with its rival.
//
// tenant:  $user_id
// access:  read
// params:  $english    STRING        a Lucene query made by graphmem.recall.lucene, or one that finds nothing
//          $cjk        STRING        likewise
//          $event_ids  LIST<STRING>  the best events of the other channels
//          $k          INTEGER       rows of each index, at most
// columns: found  LIST<MAP>     channel, slot: best first within each channel
//          facts  LIST<MAP>     properties of FACT with subject, object, subject_id, object_id
// order:   one row
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryRelationships('fact_text_english', $english, {limit: $k}) YIELD relationship, score
  WHERE relationship.user_id = $user_id
  RETURN 'words' AS channel, relationship.slot AS slot, score
  UNION ALL
  CALL db.index.fulltext.queryRelationships('fact_text_cjk', $cjk, {limit: $k}) YIELD relationship, score
  WHERE relationship.user_id = $user_id
  RETURN 'words_cjk' AS channel, relationship.slot AS slot, score
  UNION ALL
  UNWIND range(0, size($event_ids) - 1) AS place
  MATCH (event:Event {user_id: $user_id, event_id: $event_ids[place]})
  MATCH (event)-[said:STATES {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
  RETURN 'events' AS channel, said.slot AS slot, 1.0 / (1 + place) AS score
}
WITH channel, slot, max(score) AS score
ORDER BY channel, score DESC, slot
WITH collect({channel: channel, slot: slot}) AS found
CALL (found) {
  UNWIND found AS each
  WITH DISTINCT each.slot AS slot
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, slot: slot}]->(thing:Entity {user_id: $user_id})
  USING INDEX fact:FACT(user_id, slot)
  RETURN collect(fact {
    .*, subject: subject.name, object: thing.name, subject_id: subject.entity_id, object_id: thing.entity_id
  }) AS facts
}
RETURN found, facts
