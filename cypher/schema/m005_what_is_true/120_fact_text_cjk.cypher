// The words of facts, read by the analyzer cjk.
//
// Pairs of Han characters. The properties stand in another order than in the index above, since one of the same
// properties in the same order would count as the same index, and not be made.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX fact_text_cjk IF NOT EXISTS
FOR ()-[fact:FACT]-() ON EACH [fact.tenant_key, fact.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
