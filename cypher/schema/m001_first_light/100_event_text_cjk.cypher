// The words of events, read by the analyzer cjk.
//
// Takes Chinese, Japanese and Korean as overlapping pairs of characters.
// `tenant_key` and `occurred_day` are there to filter inside the index. They stand in another order than in
// event_text_english, since Neo4j takes two full-text indexes over the same list of properties for one and the same.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX event_text_cjk IF NOT EXISTS
FOR (event:Event) ON EACH [event.content, event.actor, event.occurred_day, event.tenant_key]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
