// Notes which encoder fills a vector index, unless one is on record already; gives the active slot.
//
// The key is under a constraint, so of two encoders that arrive at once one is stored and both read that one. Where a
// rebuild has made the other slot the active one, nothing is noted.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name        STRING          the vector index of the first slot
//          $other_index_name  STRING          that of the second
//          $model             STRING          name of the model
//          $dimension         INTEGER         of its embeddings
//          $query_prefix      STRING          put before cues
//          $passage_prefix    STRING          put before texts
//          $means             STRING          digest of the mean vectors
//          $ticket            STRING          random, for a slot that has none
//          $claimed_at        ZONED DATETIME  now
// columns: slot  MAP  index_name, state, ticket, claimed_at, encoder (identity) of the active slot
// order:   one row
CYPHER 25
OPTIONAL MATCH (other:Encoder {index_name: $other_index_name, state: 'active'})
FOREACH (_ IN CASE WHEN other IS NULL THEN [1] ELSE [] END |
  MERGE (first:Encoder {index_name: $index_name})
    ON CREATE SET
      first.name = $model, first.model = $model, first.dimension = $dimension,
      first.query_prefix = $query_prefix, first.passage_prefix = $passage_prefix, first.means = $means,
      first.claimed_at = $claimed_at
  SET first.state = coalesce(first.state, 'active'), first.ticket = coalesce(first.ticket, $ticket)
)
WITH other
OPTIONAL MATCH (first:Encoder {index_name: $index_name})
WITH coalesce(other, first) AS encoder
RETURN encoder {
  .index_name, .ticket, .claimed_at, .state,
  encoder: encoder {.model, .dimension, .query_prefix, .passage_prefix, .means}
} AS slot
