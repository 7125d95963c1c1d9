// Users who have facts that wait for their embedding, in the order of their ids.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $after  STRING   the last user id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: user_id  STRING
//          waiting  INTEGER  such facts
// order:   user_id
CYPHER 25
MATCH (subject:Entity)-[fact:FACT]->(thing:Entity)
WHERE fact.awaits_embedding = true AND fact.user_id > $after
RETURN fact.user_id AS user_id, count(fact) AS waiting
ORDER BY user_id
LIMIT $limit
