// A page of the entities in the user's memory as stored.
//
// tenant:  $user_id
// access:  read
// params:  $after  STRING   the last entity id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: entity_id   STRING
//          properties  MAP
// order:   entity_id
CYPHER 25
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.entity_id > $after
RETURN entity.entity_id AS entity_id, properties(entity) AS properties
ORDER BY entity_id
LIMIT $limit
