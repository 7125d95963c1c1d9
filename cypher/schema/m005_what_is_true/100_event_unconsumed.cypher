// Events that are still to be made into facts. One that was is outside of the index.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_unconsumed IF NOT EXISTS
FOR (event:Event) ON (event.awaits_facts, event.user_id)
