// Facts by their ids, or by the beginnings of them.
//
// tenant:  $user_id
// access:  read
// params:  $fact_ids  LIST<STRING>
// columns: fact  MAP     as stored, with subject, object, subject_id, object_id
// order:   fact_id
CYPHER 25
UNWIND $fact_ids AS fact_id
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
WHERE fact.fact_id STARTS WITH fact_id
RETURN DISTINCT fact {
  .*, embedding: null, embedding_b: null,
  subject: subject.name, object: thing.name, subject_id: subject.entity_id, object_id: thing.entity_id
} AS fact
ORDER BY fact.fact_id
