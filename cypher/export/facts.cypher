// A page of the user's facts as stored, with their ends.
//
// tenant:  $user_id
// access:  read
// params:  $after  STRING   the last fact id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: fact_id     STRING
//          subject_id  STRING
//          object_id   STRING
//          properties  MAP
// order:   fact_id
CYPHER 25
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
USING INDEX fact:FACT(user_id, fact_id)
WHERE fact.fact_id > $after
RETURN fact.fact_id AS fact_id, subject.entity_id AS subject_id, thing.entity_id AS object_id,
       properties(fact) AS properties
ORDER BY fact_id
LIMIT $limit
