// Events that wait for their embedding. One that has it is outside of the index.
//
// By this flag first, so that the users who have any are found too.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_waiting IF NOT EXISTS
FOR (event:Event) ON (event.awaits_embedding, event.user_id)
