// Which migrations were applied, and which encoders fill the slots of a vector index.
//
// One row and one round trip, since every start asks it. A slot without a state is from a time when there was only one.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  read
// params:  $ledger       STRING        whose migrations
//          $index_names  LIST<STRING>  the vector indexes of the two slots
// columns: applied  LIST<MAP>  version, name, checksum, applied_at of every migration, by version
//          slots    LIST<MAP>  index_name, state, ticket, claimed_at, encoder (identity) of every slot in use, by index
// order:   one row
CYPHER 25
OPTIONAL MATCH (migration:Migration)
WHERE migration.ledger = $ledger
WITH migration
ORDER BY migration.version
WITH collect(migration {.version, .name, .checksum, .applied_at}) AS applied
OPTIONAL MATCH (encoder:Encoder)
WHERE encoder.index_name IN $index_names
WITH applied, encoder
ORDER BY encoder.index_name
RETURN applied, collect(encoder {
  .index_name, .ticket, .claimed_at,
  state: coalesce(encoder.state, 'active'),
  encoder: encoder {.model, .dimension, .query_prefix, .passage_prefix, .means}
}) AS slots
