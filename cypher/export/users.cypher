// All users with how much each has, in the order of their ids.
//
// In pages, so that neither side holds more than one of them.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $after  STRING   the last user id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: user_id   STRING
//          sessions  INTEGER
//          events    INTEGER
// order:   user_id
CYPHER 25
MATCH (user:User)
WHERE user.user_id > $after
WITH user
ORDER BY user.user_id
LIMIT $limit
RETURN user.user_id AS user_id,
       COUNT { (:Session {user_id: user.user_id}) } AS sessions,
       COUNT { (:Event {user_id: user.user_id}) } AS events
ORDER BY user_id
