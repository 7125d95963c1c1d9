// Drops the index of the first slot of the facts' embeddings.
//
// As with events it waits until every transaction that wrote a fact has ended, and those that begin meanwhile wait.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
DROP INDEX fact_embedding IF EXISTS
