// A fact is one relationship of its user.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT fact_key IF NOT EXISTS
FOR ()-[fact:FACT]-() REQUIRE (fact.user_id, fact.fact_id) IS UNIQUE
