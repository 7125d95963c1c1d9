// The facts of the slots that a cue is about in the second slot: found by meaning, by their words, by the names in the cue, and by the
// events that speak for them.
//
// Whole slots come back, so that a disputed fact comes with its rival. What is near in meaning is filtered inside the
// index, to what may be served and holds at the time asked about. The name of an index cannot be a parameter:
// recall.facts is the same over the index of the other slot.
//
// tenant:  $user_id
// access:  read
// params:  $embeddings  LIST<LIST<FLOAT>>  of the cue; none where there was no time to make it
//          $at          ZONED DATETIME  what is near in meaning holds then
//          $near        INTEGER       rows of the vector index, at most
//          $english     STRING        a Lucene query made by graphmem.recall.lucene, or one that finds nothing
//          $cjk         STRING        likewise
//          $keys        LIST<STRING>  names that the cue may hold, see graphmem.language.entities
//          $event_ids   LIST<STRING>  the best events of the other channels
//          $kept        INTEGER       slots found by meaning, at most
//          $k           INTEGER       slots of each other channel, at most
//          $logs        BOOLEAN       whether the logs of the facts are wanted
//          $index_name  STRING        the vector index of the slot of embeddings
//          $ticket      STRING        of that slot
// columns: found    LIST<MAP>     channel, slot: best first within each channel
//          facts    LIST<MAP>     properties of FACT with subject, object, subject_id, object_id; without embeddings
//          current  BOOLEAN       whether the ticket is on record
// order:   one row
CYPHER 25
CALL () {
  UNWIND $embeddings AS embedding
  CALL (embedding) {
    MATCH ()-[fact:FACT]->()
      SEARCH fact IN (
        VECTOR INDEX fact_embedding_b
        FOR embedding
        WHERE fact.user_id = $user_id AND fact.status IN ['active', 'disputed', 'pending', 'superseded']
          AND fact.valid_from <= $at AND fact.valid_until > $at
        LIMIT $near
      ) SCORE AS similarity
    RETURN fact.slot AS slot, similarity
  }
  RETURN 'fact_meaning' AS channel, slot, similarity AS score
  UNION ALL
  CALL db.index.fulltext.queryRelationships('fact_text_english', $english, {limit: $k}) YIELD relationship, score
  WHERE relationship.user_id = $user_id
  RETURN 'words' AS channel, relationship.slot AS slot, score
  UNION ALL
  CALL db.index.fulltext.queryRelationships('fact_text_cjk', $cjk, {limit: $k}) YIELD relationship, score
  WHERE relationship.user_id = $user_id
  RETURN 'words_cjk' AS channel, relationship.slot AS slot, score
  UNION ALL
  UNWIND $keys AS key
  MATCH (named:Entity {user_id: $user_id, name_key: key})
  OPTIONAL MATCH (root:Entity {user_id: $user_id, entity_id: named.united_into})
  WITH DISTINCT coalesce(root, named) AS entity, size(key) AS length
  WHERE entity.entity_type <> 'user'
  MATCH (entity)-[fact:FACT {user_id: $user_id}]-(other:Entity {user_id: $user_id})
  WITH fact.slot AS slot, count(DISTINCT entity) AS names, sum(length) AS length, max(fact.confidence) AS confidence
  ORDER BY names DESC, length DESC, confidence DESC, slot
  LIMIT $k
  RETURN 'names' AS channel, slot, names * 1000.0 + length + confidence AS score
  UNION ALL
  UNWIND range(0, size($event_ids) - 1) AS place
  MATCH (event:Event {user_id: $user_id, event_id: $event_ids[place]})
  MATCH (event)-[said:STATES {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
  RETURN 'events' AS channel, said.slot AS slot, 1.0 / (1 + place) AS score
}
WITH channel, slot, max(score) AS score
ORDER BY channel, score DESC, slot
WITH channel, collect({channel: channel, slot: slot})[0..CASE channel WHEN 'fact_meaning' THEN $kept ELSE $k END] AS best
UNWIND best AS each
WITH collect(each) AS found
CALL (found) {
  UNWIND found AS each
  WITH DISTINCT each.slot AS slot
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, slot: slot}]->(thing:Entity {user_id: $user_id})
  USING INDEX fact:FACT(user_id, slot)
  RETURN collect(fact {
    .*, embedding: null, embedding_b: null, refolds: CASE WHEN $logs THEN fact.refolds END,
    subject: subject.name, object: thing.name, subject_id: subject.entity_id, object_id: thing.entity_id
  }) AS facts
}
RETURN found, facts, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
