// Events that say the same in nearly the same words, to unite them.
//
// An event without a wording_key is never united with another, and is outside of the index.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_wording IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.wording_key, event.occurred_at)
