// The embeddings of facts, with what is filtered inside the index.
//
// What a fact says is found by its meaning among those that are served and that hold at a time. As for events the
// options name the dimension of the store's encoder, and the quantization by hand.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
// params:  $vector_options  MAP  indexConfig: dimensions, similarity function, quantization
CYPHER 25
CREATE VECTOR INDEX fact_embedding IF NOT EXISTS
FOR ()-[fact:FACT]-() ON fact.embedding
WITH [fact.user_id, fact.status, fact.confidence, fact.valid_from, fact.valid_until]
OPTIONS $vector_options
