// Doubts by the time at which belief changed.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX doubts_time IF NOT EXISTS
FOR ()-[line:DOUBTS]-() ON (line.user_id, line.at)
