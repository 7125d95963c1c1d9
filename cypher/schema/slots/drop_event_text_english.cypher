// Drops the index of English words, to make it anew.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
DROP INDEX event_text_english IF EXISTS
