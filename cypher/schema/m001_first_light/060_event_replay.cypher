// An episode that is handed in again finds the event it became.
//
// An event without a replay_key is outside of the constraint: nothing counts as its replay.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT event_replay IF NOT EXISTS
FOR (event:Event) REQUIRE (event.user_id, event.replay_key) IS UNIQUE
