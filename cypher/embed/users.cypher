// All users in the order of their ids, with how many of their events are embedded in a slot.
//
// In pages, so that neither side holds more than one of them.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $index_name  STRING   the vector index of the slot
//          $after       STRING   the last user id of the page before, at first ''
//          $limit       INTEGER  rows wanted, at most
// columns: user_id   STRING
//          things    INTEGER  events
//          embedded  INTEGER  those of them that are
// order:   user_id
CYPHER 25
MATCH (user:User)
WHERE user.user_id > $after
WITH user
ORDER BY user.user_id
LIMIT $limit
CALL (user) {
  OPTIONAL MATCH (event:Event {user_id: user.user_id})
  RETURN count(event) AS things,
         count(CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END) AS embedded
}
RETURN user.user_id AS user_id, things, embedded
ORDER BY user_id
