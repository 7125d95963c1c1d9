// The events of a user by time.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_time IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.occurred_at)
