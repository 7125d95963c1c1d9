// Users of whom not all events are known to have been analysed, or to wait for it, by the rules in force.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $version  INTEGER  of the rules in force
//          $after    STRING   the last user id of the page before, at first ''
//          $limit    INTEGER  rows wanted, at most
// columns: user_id  STRING
// order:   user_id
CYPHER 25
MATCH (user:User)
WHERE user.user_id > $after AND coalesce(user.analysed_as, 0) < $version
RETURN user.user_id AS user_id
ORDER BY user_id
LIMIT $limit
