// Undoes `semantic.unite` for one entity: it stands for itself again, and has its mentions back.
//
// An event that mentioned both under their names mentions only the first from then on; analysing it again tells both,
// so its mentions are found anew.
//
// tenant:  $user_id
// access:  write
// params:  $entity_id  STRING  that stood for it
//          $other_id   STRING  that stands for itself again
// columns: moved  INTEGER  events whose mentions are found anew
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.facts_version = coalesce(user.facts_version, 0) + 1
WITH user
MATCH (entity:Entity {user_id: $user_id, entity_id: $entity_id})
MATCH (other:Entity {user_id: $user_id, entity_id: $other_id, united_into: $entity_id})
WITH entity, other, [name IN coalesce(entity.aliases, []) WHERE name <> other.name] AS left_over
SET entity.aliases = CASE WHEN size(left_over) > 0 THEN left_over END
REMOVE other.united_into
WITH entity
CALL (entity) {
  MATCH (event:Event {user_id: $user_id})-[:MENTIONS {user_id: $user_id}]->(entity)
  SET event.awaits_analysis = true
  RETURN count(event) AS moved
}
RETURN moved
