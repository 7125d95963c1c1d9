// A page of the user's facts that have no embedding in a slot, with what is embedded.
//
// tenant:  $user_id
// access:  read
// params:  $index_name  STRING   the vector index of the slot
//          $after       STRING   the last fact id of the page before, at first ''
//          $limit       INTEGER  rows wanted, at most
// columns: fact_id  STRING
//          text     STRING
// order:   fact_id
CYPHER 25
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
USING INDEX fact:FACT(user_id, fact_id)
WHERE fact.fact_id > $after
  AND CASE $index_name WHEN 'event_embedding_b' THEN fact.embedding_b ELSE fact.embedding END IS NULL
RETURN fact.fact_id AS fact_id, fact.text AS text
ORDER BY fact_id
LIMIT $limit
