// What a run of consolidation found, to undo it.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX states_run IF NOT EXISTS
FOR ()-[said:STATES]-() ON (said.user_id, said.run_id)
