// What events state about a slot: the evidence that its facts are folded from.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX states_slot IF NOT EXISTS
FOR ()-[said:STATES]-() ON (said.user_id, said.slot)
