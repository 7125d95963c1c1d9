// Notes which encoder fills a vector index, unless one is on record already.
//
// The key is under a constraint, so of two encoders that arrive at once one is stored and both read that one.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name      STRING          the vector index
//          $model           STRING          name of the model
//          $dimension       INTEGER         of its embeddings
//          $query_prefix    STRING          put before cues
//          $passage_prefix  STRING          put before texts
//          $means           STRING          digest of the mean vectors
//          $claimed_at      ZONED DATETIME  now
// columns: encoder  MAP  identity of the encoder on record
// order:   one row
CYPHER 25
MERGE (encoder:Encoder {index_name: $index_name})
  ON CREATE SET
    encoder.name = $model, encoder.model = $model, encoder.dimension = $dimension,
    encoder.query_prefix = $query_prefix, encoder.passage_prefix = $passage_prefix, encoder.means = $means,
    encoder.claimed_at = $claimed_at
RETURN encoder {.model, .dimension, .query_prefix, .passage_prefix, .means} AS encoder
