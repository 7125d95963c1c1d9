// A transient event is one node of its user.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT transient_key IF NOT EXISTS
FOR (event:TransientEvent) REQUIRE (event.user_id, event.event_id) IS UNIQUE
