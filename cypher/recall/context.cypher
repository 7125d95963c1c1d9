// Found events and their neighbours in the session, with what ranking needs of each and what recall returns of it.
//
// Walks NEXT from one event before to one after the good hits, and to four after the best: an answer often stands a turn
// or two behind the words that found it. Similarity is computed here, so that no embedding travels to the client. Some 300 events of which ten are
// wanted in the end: they come as one row of lists, unsorted and with times as text, which takes the client a fifth of
// the time of a row with a map for each. Long contents and metadata come in part; recall.events fetches the whole of
// an event that is returned.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids   LIST<STRING>    the hits
//          $around      LIST<STRING>    those of them of which the event before and the one after are wanted too
//          $beyond      LIST<STRING>    and those of which the second to the fourth after are
//          $embedding   LIST<FLOAT>     of the cue, same dimension as the index, or null
//          $since       ZONED DATETIME  inclusive
//          $until       ZONED DATETIME  exclusive
//          $units       INTEGER         UTF-16 units of a content (and of a summary or metadata) wanted, at most
//          $index_name  STRING          the vector index of the slot of embeddings
//          $ticket      STRING          of that slot
// columns: events      LIST<LIST<ANY>>  similarity ((1 + cosine) / 2, null without embeddings), event_id of the event
//                                       before it in its session or null, whether it is here in part, whether all of
//                                       its content holds a question mark, the time of its last recall as text, then
//                                       the Event in the order of graphmem.recall.candidates.FIELDS; no row when
//                                       there are none
//          current     BOOLEAN          whether the ticket is on record
// order:   one row
CYPHER 25
WITH EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
CALL () {
  UNWIND $event_ids AS event_id
  MATCH (event:Event {user_id: $user_id, event_id: event_id})
  RETURN event
  UNION
  UNWIND $around AS event_id
  MATCH (hit:Event {user_id: $user_id, event_id: event_id})
  MATCH (event:Event {user_id: $user_id})-[:NEXT]->(hit)
  RETURN event
  UNION
  UNWIND $around AS event_id
  MATCH (hit:Event {user_id: $user_id, event_id: event_id})
  MATCH (hit)-[:NEXT]->(event:Event {user_id: $user_id})
  RETURN event
  UNION
  UNWIND $beyond AS event_id
  MATCH (hit:Event {user_id: $user_id, event_id: event_id})
  MATCH (hit)-[:NEXT*2..4]->(event:Event {user_id: $user_id})
  RETURN event
}
WITH event, current
WHERE event.occurred_at >= $since AND event.occurred_at < $until
OPTIONAL MATCH (before:Event {user_id: $user_id})-[:NEXT]->(event)
WITH event, current, before,
     CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END AS embedding
RETURN
  collect([
    CASE WHEN embedding IS NULL THEN null ELSE vector.similarity.cosine(embedding, $embedding) END,
    before.event_id,
    size(event.content) > $units OR size(event.metadata) > $units OR size(coalesce(event.summary, '')) > $units,
    event.content CONTAINS '?' OR event.content CONTAINS '？',
    toString(event.last_recalled_at),
    event.event_id, event.session_id, event.event_type, event.actor, event.actor_role, left(event.content, $units),
    left(event.summary, $units), CASE WHEN size(event.metadata) <= $units THEN event.metadata END, event.importance,
    event.importance_reasons, event.explicit, event.unverified, event.gate_reason, event.redacted, event.seen_in,
    event.seen_ids, event.tool_call_id, event.reply_to, toString(event.occurred_at), toString(event.ended_at),
    toString(event.recorded_at), [at IN event.seen | toString(at)]
  ]) AS events,
  current
