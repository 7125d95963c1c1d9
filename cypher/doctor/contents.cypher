// Of some of the user's events, what their names and embeddings are made of.
//
// tenant:  $user_id
// access:  read
// params:  $keys  LIST<STRING>  event ids
// columns: event_id  STRING
//          actor     STRING
//          content   STRING
// order:   event_id
CYPHER 25
UNWIND $keys AS key
MATCH (event:Event {user_id: $user_id, event_id: key})
RETURN event.event_id AS event_id, event.actor AS actor, event.content AS content
ORDER BY event_id
