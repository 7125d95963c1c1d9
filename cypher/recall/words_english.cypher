// The user's events that hold words of the cue: English words (stemmed), and single Chinese characters.
//
// The english analyzer stems Latin words and keeps each Han character as a word of its own.
// $lucene filters by tenant and day inside the index; the tenant and the exact interval are checked once more on the
// rows that come back.
//
// tenant:  $user_id
// access:  read
// params:  $lucene  STRING          a Lucene query made by graphmem.recall.lucene, never raw text
//          $since   ZONED DATETIME  inclusive
//          $until   ZONED DATETIME  exclusive
//          $k       INTEGER         rows wanted, at most
// columns: event_ids  LIST<STRING>  by Lucene's BM25 descending, then event_id; no row when there are none
// order:   one row
CYPHER 25
CALL db.index.fulltext.queryNodes('event_text_english', $lucene, {limit: $k}) YIELD node, score
WHERE node.user_id = $user_id AND node.occurred_at >= $since AND node.occurred_at < $until
WITH node.event_id AS event_id, score
ORDER BY score DESC, event_id
WITH collect(event_id) AS event_ids
WHERE size(event_ids) > 0
RETURN event_ids
