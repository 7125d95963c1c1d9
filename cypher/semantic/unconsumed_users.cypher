// Users who have events that are still to be made into facts, in the order of their ids.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $after  STRING   the last user id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: user_id  STRING
//          waiting  INTEGER  such events
//          due      INTEGER  those of them that do not wait for others: somebody asked to remember them
// order:   user_id
CYPHER 25
MATCH (event:Event)
WHERE event.awaits_facts IN ['waiting', 'due'] AND event.user_id > $after
RETURN event.user_id AS user_id, count(event) AS waiting,
       count(CASE WHEN event.awaits_facts = 'due' THEN 1 END) AS due
ORDER BY user_id
LIMIT $limit
