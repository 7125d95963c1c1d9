// The embeddings of events, with what is filtered inside the index.
//
// The options name the dimension of the store's encoder, and the quantization by hand: the server's default
// loses most neighbours on hard data.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
// params:  $vector_options  MAP  indexConfig: dimensions, similarity function, quantization
CYPHER 25
CREATE VECTOR INDEX event_embedding IF NOT EXISTS
FOR (event:Event) ON event.embedding
WITH [event.user_id, event.occurred_at]
OPTIONS $vector_options
