// The facts of a user by status, such as those in dispute.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX fact_status IF NOT EXISTS
FOR ()-[fact:FACT]-() ON (fact.user_id, fact.status)
