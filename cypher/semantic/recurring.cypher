// Things that users have mentioned several times since a time, each with the events that do: to find what recurs.
//
// tenant:  $user_id
// access:  read
// params:  $since  ZONED DATETIME  inclusive
//          $least  INTEGER         events that mention a thing, at least
//          $limit  INTEGER         things, at most, the most mentioned first
// columns: entity_id     STRING
//          name          STRING
//          events        LIST<MAP>     event_id, actor, actor_role, occurred_at, seen
//          time_zone     STRING | NULL  the user's
//          left_alone    LIST<STRING>   slots of judgements that somebody has undone
// order:   event_count descending, then entity_id
CYPHER 25
MATCH (user:User {user_id: $user_id})
MATCH (entity:Entity {user_id: $user_id})
WHERE NOT entity.entity_type IN ['user', 'time'] AND entity.united_into IS NULL
WITH user, entity
ORDER BY entity.event_count DESC, entity.entity_id
LIMIT $limit
CALL (entity) {
  MATCH (event:Event {user_id: $user_id})-[:MENTIONS {user_id: $user_id}]->(entity)
  WHERE event.actor_role = 'user' AND event.event_type <> 'digest' AND event.event_type <> 'feedback'
    AND event.occurred_at >= $since
  WITH event
  ORDER BY event.occurred_at, event.event_id
  RETURN collect(event {.event_id, .actor, .actor_role, .occurred_at, .seen}) AS events
}
WITH user, entity, events
WHERE reduce(times = 0, event IN events | times + 1 + size(coalesce(event.seen, []))) >= $least
RETURN entity.entity_id AS entity_id, entity.name AS name, events, user.time_zone AS time_zone,
       coalesce(user.left_alone, []) AS left_alone
ORDER BY entity.event_count DESC, entity.entity_id
