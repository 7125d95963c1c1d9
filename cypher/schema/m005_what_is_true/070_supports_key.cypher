// A fact and a piece of evidence share one line of the log.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT supports_key IF NOT EXISTS
FOR ()-[line:SUPPORTS]-() REQUIRE (line.user_id, line.fact_id, line.event_id) IS UNIQUE
