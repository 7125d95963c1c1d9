// The facts of a slot, which are weighed together.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX fact_slot IF NOT EXISTS
FOR ()-[fact:FACT]-() ON (fact.user_id, fact.slot)
