// Removes entities that were made for mentions and that nothing mentions any more.
//
// What is not connected at all may go; the user's own entity stays. Each is locked before it is looked at.
//
// tenant:  $user_id
// access:  write
// params:  $entity_ids  LIST<STRING>  where to look
// columns: dropped  INTEGER
// order:   one row
CYPHER 25
UNWIND $entity_ids AS entity_id
WITH DISTINCT entity_id
ORDER BY entity_id
MATCH (entity:Entity {user_id: $user_id, entity_id: entity_id})
SET entity.user_id = $user_id
WITH entity
WHERE entity.entity_type <> 'user'
  AND NOT EXISTS { MATCH (entity)-[link {user_id: $user_id}]-(other {user_id: $user_id}) RETURN link }
DELETE entity
RETURN count(*) AS dropped
