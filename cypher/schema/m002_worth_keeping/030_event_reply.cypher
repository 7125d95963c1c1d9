// Answers to an event, to link those that arrived before it.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_reply IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.reply_to)
