// The user's facts that wait for their embedding.
//
// tenant:  $user_id
// access:  read
// params:  $limit  INTEGER  rows wanted, at most
// columns: fact_id  STRING
//          text     STRING
// order:   fact_id
CYPHER 25
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, awaits_embedding: true}]->(thing:Entity {user_id: $user_id})
USING INDEX fact:FACT(awaits_embedding, user_id)
RETURN fact.fact_id AS fact_id, fact.text AS text
ORDER BY fact_id
LIMIT $limit
