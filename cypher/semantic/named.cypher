// The entities that have names of their own or facts, to look for doubles among them.
//
// tenant:  $user_id
// access:  read
// params:  $limit  INTEGER  the most mentioned, at most
// columns: entity  MAP  entity_id, name, name_key, entity_type, event_count, apart_from
// order:   event_count descending, then entity_id
CYPHER 25
MATCH (entity:Entity {user_id: $user_id})
WHERE entity.entity_id IS NOT NULL AND entity.united_into IS NULL AND entity.entity_type <> 'user'
  AND (entity.named OR EXISTS {
    MATCH (entity)-[fact:FACT {user_id: $user_id}]-(other:Entity {user_id: $user_id})
    RETURN fact
  })
RETURN entity {.entity_id, .name, .name_key, .entity_type, .event_count, .apart_from} AS entity
ORDER BY entity.event_count DESC, entity.entity_id
LIMIT $limit
