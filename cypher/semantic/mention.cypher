// Puts what events mention in the place of what they were known to mention, and marks them as analysed.
//
// One transaction, so an event is either analysed or it waits. The result does not depend on the order in which events
// are analysed: the name of an entity is the least of its names (those in capitals throughout come last), its type
// what most events say it is. Locks are taken in the order of ids, the entities' first, so that two workers seldom wait
// for each other in a circle; when they do, one of them is tried again. An event that another worker has analysed
// meanwhile is left alone, and so is one whose text has changed: it still waits.
//
// Entities that nothing mentions any more are left to `semantic.drop_unmentioned`.
//
// tenant:  $user_id
// access:  write
// params:  $entities  LIST<MAP>  entity_id, name, name_key: of all the mentions, by entity_id
//          $rows      LIST<MAP>  event_id, length, seen and redacted as read, mentions: entity_id, surface,
//                                entity_type, named; by event_id
//          $types     LIST<STRING>  types of entities; the earlier wins where as many events say one as the other
//          $version   INTEGER       of the rules that found the mentions
// columns: analysed  LIST<STRING>  event ids
//          mentions  INTEGER       made
//          unmentioned  LIST<STRING>  ids of entities that lost a mention and had none left then
// order:   one row
CYPHER 25
CALL () {
  UNWIND $entities AS row
  MERGE (entity:Entity {user_id: $user_id, entity_id: row.entity_id})
    ON CREATE SET entity.name = row.name, entity.name_key = row.name_key, entity.event_count = 0,
                  entity.type_counts = [type IN $types | 0], entity.entity_type = last($types), entity.named = false
  SET entity.name = CASE
    WHEN (CASE WHEN size(row.name) > 4 AND row.name = toUpper(row.name) THEN '1' ELSE '0' END) + row.name
       < (CASE WHEN size(entity.name) > 4 AND entity.name = toUpper(entity.name) THEN '1' ELSE '0' END) + entity.name
      AND entity.entity_type <> 'user'
    THEN row.name ELSE entity.name END
  RETURN count(entity) AS ready
}
CALL (ready) {
  UNWIND $rows AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  SET event.user_id = $user_id
  WITH row, event
  WHERE event.awaits_analysis AND size(event.content) = row.length
    AND size(coalesce(event.seen, [])) = row.seen AND size(coalesce(event.redacted, [])) = row.redacted
  CALL (event) {
    MATCH (event)-[old:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
    SET entity.event_count = entity.event_count - 1
    SET entity.type_counts = [
      place IN range(0, size($types) - 1) |
      entity.type_counts[place] - CASE WHEN $types[place] = old.entity_type THEN 1 ELSE 0 END
    ]
    DELETE old
    RETURN collect(CASE WHEN entity.event_count <= 0 THEN entity.entity_id END) AS unmentioned
  }
  CALL (event, row) {
    UNWIND row.mentions AS mention
    MATCH (said:Entity {user_id: $user_id, entity_id: mention.entity_id})
    OPTIONAL MATCH (root:Entity {user_id: $user_id, entity_id: said.united_into})
    WITH event, coalesce(root, said) AS entity, collect(mention) AS of_it
    WITH event, entity, head(of_it) AS mention
    CREATE (event)-[:MENTIONS {
      user_id: $user_id, surface: mention.surface, entity_type: mention.entity_type, said_id: mention.entity_id
    }]->(entity)
    SET entity.event_count = entity.event_count + 1
    SET entity.type_counts = [
      place IN range(0, size($types) - 1) |
      entity.type_counts[place] + CASE WHEN $types[place] = mention.entity_type THEN 1 ELSE 0 END
    ]
    SET entity.named = entity.named OR mention.named
    SET entity.entity_type = CASE WHEN entity.entity_type = 'user' THEN 'user' ELSE reduce(
      best = $types[0], place IN range(1, size($types) - 1) |
      CASE WHEN entity.type_counts[place] > reduce(most = 0, earlier IN range(0, place - 1) |
        CASE WHEN entity.type_counts[earlier] > most THEN entity.type_counts[earlier] ELSE most END)
      THEN $types[place] ELSE best END
    ) END
    RETURN count(*) AS made
  }
  SET event.analysed_as = $version, event.awaits_facts = CASE
    WHEN event.consumed_at IS NOT NULL OR event.awaits_facts IS NOT NULL THEN event.awaits_facts
    WHEN event.explicit THEN 'due'
    ELSE 'waiting'
  END
  REMOVE event.awaits_analysis
  RETURN collect(event.event_id) AS analysed, sum(made) AS mentions,
         reduce(all = [], ids IN collect(unmentioned) | all + ids) AS unmentioned
}
RETURN analysed, mentions, unmentioned
