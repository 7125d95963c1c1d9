// Counts again which events mention entities, and removes entities that nothing is connected to.
//
// tenant:  $user_id
// access:  write
// params:  $keys   LIST<STRING>  entity ids
//          $types  LIST<STRING>  of entities, as for `semantic.mention`
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
UNWIND $keys AS key
MATCH (entity:Entity {user_id: $user_id, entity_id: key})
SET entity.user_id = $user_id
WITH entity
OPTIONAL MATCH (entity)<-[mention:MENTIONS {user_id: $user_id}]-(event:Event {user_id: $user_id})
WITH entity, collect(mention.entity_type) AS said
SET entity.event_count = size(said),
    entity.type_counts = [type IN $types | size([each IN said WHERE each = type])]
WITH entity
CALL (entity) {
  WITH entity
  WHERE entity.entity_type <> 'user'
    AND NOT EXISTS { MATCH (entity)-[link {user_id: $user_id}]-(other {user_id: $user_id}) RETURN link }
  DELETE entity
}
RETURN count(*) AS repaired
