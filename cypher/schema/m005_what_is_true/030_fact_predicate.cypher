// The facts of a user by predicate.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX fact_predicate IF NOT EXISTS
FOR ()-[fact:FACT]-() ON (fact.user_id, fact.predicate)
