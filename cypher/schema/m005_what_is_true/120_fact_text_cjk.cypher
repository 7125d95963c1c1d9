// The words of facts, read by the analyzer cjk.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX fact_text_cjk IF NOT EXISTS
FOR ()-[fact:FACT]-() ON EACH [fact.text, fact.tenant_key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
