// Lets one entity stand for another: what mentions that one mentions this one, and says under which name.
//
// The other stays, as the name that leads to the first, so that it can be split off again. Facts are moved by
// `semantic.believe`, which follows.
//
// tenant:  $user_id
// access:  write
// params:  $entity_id  STRING        that stands for both
//          $other_id   STRING        that is taken up
//          $types      LIST<STRING>  as for `semantic.mention`
// columns: moved  INTEGER  mentions
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.facts_version = coalesce(user.facts_version, 0) + 1
WITH user
MATCH (entity:Entity {user_id: $user_id, entity_id: $entity_id})
MATCH (other:Entity {user_id: $user_id, entity_id: $other_id})
SET other.united_into = $entity_id,
    entity.aliases = [name IN coalesce(entity.aliases, []) WHERE NOT name IN [other.name] + coalesce(other.aliases, [])]
      + [other.name] + coalesce(other.aliases, []),
    other.aliases = null
WITH entity, other
CALL () {
  MATCH (earlier:Entity {user_id: $user_id, united_into: $other_id})
  WHERE earlier.entity_id IS NOT NULL
  SET earlier.united_into = $entity_id
  RETURN count(earlier) AS led_on
}
CALL (entity, other) {
  MATCH (event:Event {user_id: $user_id})-[mention:MENTIONS {user_id: $user_id}]->(other)
  WITH event, entity, other, mention, properties(mention) AS kept
  DELETE mention
  MERGE (event)-[again:MENTIONS {user_id: $user_id}]->(entity)
    ON CREATE SET again.surface = kept.surface, again.entity_type = kept.entity_type,
                  again.said_id = coalesce(kept.said_id, $other_id)
  RETURN count(again) AS moved
}
SET entity.event_count = COUNT { MATCH (event:Event {user_id: $user_id})-[:MENTIONS {user_id: $user_id}]->(entity) RETURN event },
    other.event_count = 0,
    entity.type_counts = [place IN range(0, size($types) - 1) | entity.type_counts[place] + other.type_counts[place]],
    other.type_counts = [type IN $types | 0]
RETURN moved
