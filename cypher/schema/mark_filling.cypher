// Notes which encoder fills a slot that was emptied.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name      STRING          the vector index of the slot
//          $ticket          STRING          of whoever emptied it
//          $model           STRING          name of the model
//          $dimension       INTEGER         of its embeddings
//          $query_prefix    STRING          put before cues
//          $passage_prefix  STRING          put before texts
//          $means           STRING          digest of the mean vectors
//          $claimed_at      ZONED DATETIME  now
// columns: marked  BOOLEAN  false when another rebuild has taken the slot
// order:   one row
CYPHER 25
OPTIONAL MATCH (encoder:Encoder {index_name: $index_name, ticket: $ticket})
SET encoder.name = $model, encoder.model = $model, encoder.dimension = $dimension,
    encoder.query_prefix = $query_prefix, encoder.passage_prefix = $passage_prefix, encoder.means = $means,
    encoder.state = 'filling', encoder.claimed_at = $claimed_at
RETURN encoder IS NOT NULL AS marked
