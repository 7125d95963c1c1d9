// A migration is recorded once.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT migration_key IF NOT EXISTS
FOR (migration:Migration) REQUIRE (migration.ledger, migration.version) IS UNIQUE
