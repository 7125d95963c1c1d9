// A page of the user's events that are still to be made into facts, with what is read and how they are grouped.
//
// tenant:  $user_id
// access:  read
// params:  $marks       LIST<STRING>  of `awaits_facts`
//          $characters  INTEGER       of each content, at most
//          $limit       INTEGER       rows wanted, at most
//          $index_name  STRING        the vector index of the slot of embeddings
//          $ticket      STRING        of that slot
// columns: event      MAP            as stored; length, seen_count and redacted_count tell whether it changes meanwhile
//          entities   LIST<STRING>   ids of what it mentions
//          embedding  LIST<FLOAT> | NULL
//          time_zone  STRING | NULL  the user's
//          current    BOOLEAN        whether the ticket is on record
// order:   occurred_at, then event_id
CYPHER 25
MATCH (user:User {user_id: $user_id})
MATCH (event:Event {user_id: $user_id})
WHERE event.awaits_facts IN $marks
WITH user, event
ORDER BY event.occurred_at, event.event_id
LIMIT $limit
RETURN event {
    .event_id, .event_type, .actor, .actor_role, .session_id, .occurred_at, .metadata, .seen, .seen_in, .seen_ids, .read_by,
    content: left(event.content, $characters), length: size(event.content),
    seen_count: size(coalesce(event.seen, [])), redacted_count: size(coalesce(event.redacted, []))
  } AS event,
  COLLECT {
    MATCH (event)-[:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
    WHERE entity.entity_type <> 'user'
    RETURN entity.entity_id AS id
    ORDER BY id
  } AS entities,
  CASE WHEN $index_name = 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END AS embedding,
  user.time_zone AS time_zone, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
ORDER BY event.occurred_at, event.event_id
