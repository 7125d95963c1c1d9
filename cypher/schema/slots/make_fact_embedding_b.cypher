// The second slot of the facts' embeddings, where a rebuild fills it.
//
// It is the index fact_embedding of the migration m006 over the other property.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
// params:  $vector_options  MAP  indexConfig: dimensions, similarity function, quantization
CYPHER 25
CREATE VECTOR INDEX fact_embedding_b IF NOT EXISTS
FOR ()-[fact:FACT]-() ON fact.embedding_b
WITH [fact.user_id, fact.status, fact.confidence, fact.valid_from, fact.valid_until]
OPTIONS $vector_options
