// The slots whose facts have an entity at one of their ends, and what is known of the entity.
//
// tenant:  $user_id
// access:  read
// params:  $entity_id  STRING
// columns: entity  MAP           entity_id, name, name_key, entity_type, aliases, united_into
//          slots   LIST<STRING>
// order:   one row
CYPHER 25
MATCH (entity:Entity {user_id: $user_id, entity_id: $entity_id})
RETURN entity {.entity_id, .name, .name_key, .entity_type, .aliases, .united_into} AS entity,
  COLLECT {
    MATCH (entity)-[fact:FACT {user_id: $user_id}]-(other:Entity {user_id: $user_id})
    RETURN DISTINCT fact.slot AS slot
    UNION
    MATCH (event:Event {user_id: $user_id})-[said:STATES {user_id: $user_id}]->(entity)
    RETURN DISTINCT said.slot AS slot
  } AS slots
