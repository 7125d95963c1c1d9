// The words of events, read by the analyzer english.
//
// Stems Latin words, drops English stop words, keeps each Han character as a word of its own.
// `tenant_key` and `occurred_day` are there to filter inside the index.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX event_text_english IF NOT EXISTS
FOR (event:Event) ON EACH [event.content, event.actor, event.tenant_key, event.occurred_day]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
