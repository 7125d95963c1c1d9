// The second slot of the events' embeddings, where a rebuild fills it.
//
// An index's options cannot be altered, so embeddings of another dimension need an index of another name. It is the
// index event_embedding of the migration m001 over the other property.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
// params:  $vector_options  MAP  indexConfig: dimensions, similarity function, quantization
CYPHER 25
CREATE VECTOR INDEX event_embedding_b IF NOT EXISTS
FOR (event:Event) ON event.embedding_b
WITH [event.user_id, event.occurred_at]
OPTIONS $vector_options
