// The user's events nearest to an embedding by looking at every one of them, to measure recall against.
//
// tenant:  $user_id
// access:  read
// params:  $embedding   LIST<FLOAT>     of the cue, same dimension as the index
//          $since       ZONED DATETIME  inclusive
//          $until       ZONED DATETIME  exclusive
//          $k           INTEGER         rows wanted, at most
// columns: event_id    STRING
//          similarity  FLOAT           0 to 1, (1 + cosine) / 2
// order:   similarity descending, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.occurred_at >= $since AND event.occurred_at < $until
WITH event.event_id AS event_id, vector.similarity.cosine(event.embedding, $embedding) AS similarity
RETURN event_id, similarity
ORDER BY similarity DESC, event_id
LIMIT $k
