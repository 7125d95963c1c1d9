// The user's events nearest to an embedding, most similar first.
//
// Filters inside the index, so a small tenant in a large store still gets its rows. The breadth of the search follows
// LIMIT: ask for at least 100 and cut afterwards. The name of an index cannot be a parameter: recall.nearest_b is the
// same over the index of the other slot. All ids come in one row: a
// hundred rows take the client several times as long to read.
//
// tenant:  $user_id
// access:  read
// params:  $embedding   LIST<FLOAT>     of the cue, same dimension as the index
//          $since       ZONED DATETIME  inclusive
//          $until       ZONED DATETIME  exclusive
//          $k           INTEGER         rows wanted, at most
//          $index_name  STRING          the vector index of the slot of embeddings
//          $ticket      STRING          of that slot
// columns: event_ids   LIST<STRING>    by similarity descending, then event_id; no row when there are none
//          current     BOOLEAN         whether the ticket is on record
// order:   one row
CYPHER 25
WITH EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
MATCH (event:Event)
  SEARCH event IN (
    VECTOR INDEX event_embedding
    FOR $embedding
    WHERE event.user_id = $user_id
      AND event.occurred_at >= $since AND event.occurred_at < $until
    LIMIT $k
  ) SCORE AS similarity
WITH event.event_id AS event_id, similarity, current
ORDER BY similarity DESC, event_id
RETURN collect(event_id) AS event_ids, current
