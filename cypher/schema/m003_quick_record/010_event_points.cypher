// The events of a session that point back by a phrase: a new event looks for them only where there are any.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_points IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.session_id, event.points_back)
