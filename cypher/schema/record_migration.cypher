// Notes that a migration was applied; the first one to note it is believed.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $ledger      STRING          whose migration
//          $version     STRING          such as m001
//          $name        STRING          such as first_light
//          $checksum    STRING          SHA-256 of its statements
//          $applied_at  ZONED DATETIME  now
// columns: checksum  STRING  the one on record
// order:   one row
CYPHER 25
MERGE (migration:Migration {ledger: $ledger, version: $version})
  ON CREATE SET migration.name = $name, migration.checksum = $checksum, migration.applied_at = $applied_at
RETURN migration.checksum AS checksum
