// Puts entities back as exported; one that is there stays as it is, but is united with the others it was united with.
//
// Mentions are counted as they are found anew. Where events mention an entity already that another stands for, they
// are analysed again, so that they mention that other.
//
// tenant:  $user_id
// access:  write
// params:  $rows   LIST<MAP>     entity_id, properties as exported
//          $types  LIST<STRING>  as for `semantic.mention`
// columns: restored  INTEGER  entities that are there now
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.changed = randomUUID()
WITH user
UNWIND $rows AS row
MERGE (entity:Entity {user_id: $user_id, entity_id: row.entity_id})
  ON CREATE SET entity += row.properties, entity.entity_id = row.entity_id, entity.event_count = 0,
                entity.type_counts = [type IN $types | 0], entity.user_id = $user_id
SET entity.united_into = row.properties.united_into, entity.aliases = row.properties.aliases
FOREACH (_ IN CASE WHEN entity.entity_type = 'user' THEN [1] ELSE [] END |
  MERGE (user)-[:IS {user_id: $user_id}]->(entity))
WITH entity
CALL (entity) {
  MATCH (event:Event {user_id: $user_id})-[:MENTIONS {user_id: $user_id}]->(entity)
  WHERE entity.united_into IS NOT NULL
  SET event.awaits_analysis = true
  RETURN count(event) AS again
}
RETURN count(entity) AS restored
