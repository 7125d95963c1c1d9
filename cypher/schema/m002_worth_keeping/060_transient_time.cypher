// Transient events by age, to erase them after a day.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX transient_time IF NOT EXISTS
FOR (event:TransientEvent) ON (event.user_id, event.recorded_at)
