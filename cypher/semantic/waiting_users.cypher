// Users who have events that wait for being analysed, in the order of their ids.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $after  STRING   the last user id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: user_id  STRING
//          waiting  INTEGER  such events
// order:   user_id
CYPHER 25
MATCH (event:Event)
WHERE event.awaits_analysis AND event.user_id > $after
RETURN event.user_id AS user_id, count(event) AS waiting
ORDER BY user_id
LIMIT $limit
