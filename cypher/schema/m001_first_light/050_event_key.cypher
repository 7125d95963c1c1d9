// An event is one node of its user.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT event_key IF NOT EXISTS
FOR (event:Event) REQUIRE (event.user_id, event.event_id) IS UNIQUE
