// Drops the index of the first slot of the events' embeddings.
//
// Waits until every transaction that wrote an event has ended, and those that begin meanwhile wait for it: so after it
// there is no event on its way that was written before.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
DROP INDEX event_embedding IF EXISTS
