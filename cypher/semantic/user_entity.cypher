// Makes the entity that stands for the user in the user's own memory, where it is not there yet.
//
// tenant:  $user_id
// access:  write
// params:  $entity_id  STRING  see graphmem.rules.keys
//          $name_key   STRING  likewise
//          $types      LIST<STRING>  as for `semantic.mention`
// columns: entity_id  STRING
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
MERGE (entity:Entity {user_id: $user_id, entity_id: $entity_id})
  ON CREATE SET entity.name = user.name, entity.name_key = $name_key, entity.entity_type = 'user',
                entity.event_count = 0, entity.type_counts = [type IN $types | 0], entity.named = true
MERGE (user)-[:IS {user_id: $user_id}]->(entity)
RETURN entity.entity_id AS entity_id
