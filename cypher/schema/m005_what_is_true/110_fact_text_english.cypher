// The words of facts, read by the analyzer english.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX fact_text_english IF NOT EXISTS
FOR ()-[fact:FACT]-() ON EACH [fact.text, fact.tenant_key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
