// A session is one node of its user.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT session_key IF NOT EXISTS
FOR (session:Session) REQUIRE (session.user_id, session.session_id) IS UNIQUE
