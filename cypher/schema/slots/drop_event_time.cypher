// Drops the index of the events by time, to make it anew.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
DROP INDEX event_time IF EXISTS
