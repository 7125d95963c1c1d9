// Removes a page of the embeddings of the user's facts from a slot.
//
// tenant:  $user_id
// access:  write
// params:  $index_name  STRING   the vector index of the slot
//          $ticket      STRING   of the rebuild that empties it
//          $after       STRING   the last fact id of the page before, at first ''
//          $limit       INTEGER  facts of a page
// columns: cleared  INTEGER        facts that have lost an embedding
//          last     STRING | NULL  fact id of the last of them, null when there was none left
//          current  BOOLEAN        whether the ticket is on record; if not, nothing is changed
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
  USING INDEX fact:FACT(user_id, fact_id)
  WHERE fact.fact_id > $after
    AND CASE $index_name WHEN 'event_embedding_b' THEN fact.embedding_b ELSE fact.embedding END IS NOT NULL
  WITH fact
  ORDER BY fact.fact_id
  LIMIT $limit
  FOREACH (_ IN CASE $index_name WHEN 'event_embedding_b' THEN [] ELSE [1] END | REMOVE fact.embedding)
  FOREACH (_ IN CASE $index_name WHEN 'event_embedding_b' THEN [1] ELSE [] END | REMOVE fact.embedding_b)
  RETURN count(fact) AS cleared, max(fact.fact_id) AS last
}
RETURN cleared, last, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
