// The user's events that wait for their embedding, the longest waiting first.
//
// tenant:  $user_id
// access:  read
// params:  $limit  INTEGER  rows wanted, at most
// columns: event_id  STRING
//          actor     STRING
//          content   STRING
// order:   recorded_at, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id, awaits_embedding: true})
RETURN event.event_id AS event_id, event.actor AS actor, event.content AS content
ORDER BY event.recorded_at, event.event_id
LIMIT $limit
