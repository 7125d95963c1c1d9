// A fact and a piece of evidence share one line of the log.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT doubts_key IF NOT EXISTS
FOR ()-[line:DOUBTS]-() REQUIRE (line.user_id, line.fact_id, line.event_id) IS UNIQUE
