// Found events and their neighbours in the session, with what ranking needs of each.
//
// Walks NEXT from one event before to four after a hit: an answer often stands a turn or two behind the words that
// found it. Similarity is computed here, so that no embedding travels to the client; times travel as text, which takes
// the client a tenth of the time to read.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids   LIST<STRING>    the hits
//          $embedding   LIST<FLOAT>     of the cue, same dimension as the index
//          $since       ZONED DATETIME  inclusive
//          $until       ZONED DATETIME  exclusive
//          $index_name  STRING          the vector index of the slot of embeddings
//          $ticket      STRING          of that slot
// columns: event       MAP             the Event
//          similarity  FLOAT           0 to 1, (1 + cosine) / 2; null for an event that is not embedded
//          previous    STRING          event_id of the event before it in its session, or null
//          current     BOOLEAN         whether the ticket is on record; the same in every row
// order:   occurred_at, then event_id
CYPHER 25
WITH EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
UNWIND $event_ids AS event_id
MATCH (hit:Event {user_id: $user_id, event_id: event_id})
CALL (hit) {
  MATCH (event:Event {user_id: $user_id})-[:NEXT*0..1]->(hit)
  RETURN event
  UNION
  MATCH (hit)-[:NEXT*1..4]->(event:Event {user_id: $user_id})
  RETURN event
}
WITH DISTINCT event, current
WHERE event.occurred_at >= $since AND event.occurred_at < $until
OPTIONAL MATCH (before:Event {user_id: $user_id})-[:NEXT]->(event)
WITH event, current, before,
     CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END AS embedding
RETURN
  event {
    .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .metadata,
    occurred_at: toString(event.occurred_at), ended_at: toString(event.ended_at), recorded_at: toString(event.recorded_at)
  } AS event,
  CASE WHEN embedding IS NULL THEN null ELSE vector.similarity.cosine(embedding, $embedding) END AS similarity,
  before.event_id AS previous,
  current
ORDER BY event.occurred_at, event.event_id
