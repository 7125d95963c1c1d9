// The ids of repetitions, which lead to the event that they were united with.
//
// Full text, since it is the only index that looks inside of lists. Every key is a hash of the user and an id, one word.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE FULLTEXT INDEX event_seen IF NOT EXISTS
FOR (event:Event) ON EACH [event.seen_keys]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
