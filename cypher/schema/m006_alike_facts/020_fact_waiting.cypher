// Facts that wait for their embedding. One that has it is outside of the index.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX fact_waiting IF NOT EXISTS
FOR ()-[fact:FACT]-() ON (fact.awaits_embedding, fact.user_id)
