// All users in the order of their ids, with how many of their facts are embedded in a slot.
//
// In pages, so that neither side holds more than one of them.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $index_name  STRING   the vector index of the slot
//          $after       STRING   the last user id of the page before, at first ''
//          $limit       INTEGER  rows wanted, at most
// columns: user_id   STRING
//          things    INTEGER  facts
//          embedded  INTEGER  those of them that are
// order:   user_id
CYPHER 25
MATCH (user:User)
WHERE user.user_id > $after
WITH user
ORDER BY user.user_id
LIMIT $limit
CALL (user) {
  OPTIONAL MATCH (subject:Entity)-[fact:FACT]->(thing:Entity)
  USING INDEX fact:FACT(user_id, fact_id)
  WHERE fact.user_id = user.user_id AND fact.fact_id IS NOT NULL
  RETURN count(fact) AS things,
         count(CASE $index_name WHEN 'event_embedding_b' THEN fact.embedding_b ELSE fact.embedding END) AS embedded
}
RETURN user.user_id AS user_id, things, embedded
ORDER BY user_id
