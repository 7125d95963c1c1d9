// Removes a page of the user's embeddings from a slot.
//
// tenant:  $user_id
// access:  write
// params:  $index_name  STRING   the vector index of the slot
//          $ticket      STRING   of the rebuild that empties it
//          $after       STRING   the last event id of the page before, at first ''
//          $limit       INTEGER  events of a page
// columns: cleared  INTEGER        events that have lost an embedding
//          last     STRING | NULL  event id of the last of them, null when there was none left
//          current  BOOLEAN        whether the ticket is on record; if not, nothing is changed
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.event_id > $after
    AND CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END IS NOT NULL
  WITH event
  ORDER BY event.event_id
  LIMIT $limit
  FOREACH (_ IN CASE $index_name WHEN 'event_embedding_b' THEN [] ELSE [1] END | REMOVE event.embedding)
  FOREACH (_ IN CASE $index_name WHEN 'event_embedding_b' THEN [1] ELSE [] END | REMOVE event.embedding_b)
  RETURN count(event) AS cleared, max(event.event_id) AS last
}
RETURN cleared, last, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
