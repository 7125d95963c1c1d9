// The user's facts by subject, predicate, status and the time at which they hold.
//
// tenant:  $user_id
// access:  read
// params:  $predicate   STRING          '' for all
//          $subject_id  STRING          '' for all
//          $statuses    LIST<STRING>
//          $after       ZONED DATETIME  facts that end later
//          $until       ZONED DATETIME  facts that begin then or before
// columns: fact  MAP     as stored, with subject, object, subject_id, object_id
// order:   subject, predicate, valid_from, fact_id
CYPHER 25
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
WHERE fact.status IN $statuses AND $predicate IN ['', fact.predicate] AND $subject_id IN ['', subject.entity_id]
  AND fact.valid_from <= $until AND fact.valid_until > $after
RETURN fact {
  .*, embedding: null, embedding_b: null,
  subject: subject.name, object: thing.name, subject_id: subject.entity_id, object_id: thing.entity_id
} AS fact
ORDER BY subject.name, fact.predicate, fact.valid_from, fact.fact_id
