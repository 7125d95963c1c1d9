// Events whose entities are still to be found. One that was analysed is outside of the index.
//
// By this flag first, so that the users who have any are found too.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_unread IF NOT EXISTS
FOR (event:Event) ON (event.awaits_analysis, event.user_id)
