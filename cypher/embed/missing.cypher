// A page of the user's events that have no embedding in a slot, with what is embedded.
//
// tenant:  $user_id
// access:  read
// params:  $index_name  STRING   the vector index of the slot
//          $after       STRING   the last event id of the page before, at first ''
//          $limit       INTEGER  rows wanted, at most
// columns: event_id  STRING
//          actor     STRING
//          content   STRING
// order:   event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.event_id > $after
  AND CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END IS NULL
RETURN event.event_id AS event_id, event.actor AS actor, event.content AS content
ORDER BY event_id
LIMIT $limit
