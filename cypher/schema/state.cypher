// Which migrations were applied, and which encoder fills the vector index.
//
// One row and one round trip, since every start asks it.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  read
// params:  $ledger      STRING  whose migrations
//          $index_name  STRING  the vector index
// columns: applied  LIST<MAP>   version, name, checksum, applied_at of every migration, by version
//          encoder  MAP | NULL  identity of the encoder, null while there is none
// order:   one row
CYPHER 25
OPTIONAL MATCH (migration:Migration)
WHERE migration.ledger = $ledger
WITH migration
ORDER BY migration.version
WITH collect(migration {.version, .name, .checksum, .applied_at}) AS applied
OPTIONAL MATCH (encoder:Encoder)
WHERE encoder.index_name = $index_name
RETURN applied, encoder {.model, .dimension, .query_prefix, .passage_prefix, .means} AS encoder
