// The events of a session in their order, to find the place of a new one.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_chain IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.session_id, event.occurred_at, event.event_id)
