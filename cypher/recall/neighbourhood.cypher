// What is near the best hits in the graph: events that mention what they mention, or what the cue names, and causes.
//
// Bounded at every step, and hubs are cut: what is in more than a share of the user's events says little, and its
// mentions would be many. The user's own entity is never a bridge. One row of lists comes back; of the new events, what
// `recall.context` returns of all others, so that they cost no round of their own.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids   LIST<STRING>    the best hits, where the walk begins
//          $candidates  LIST<STRING>    all hits, the best included
//          $keys        LIST<STRING>    names that the cue may hold, see graphmem.language.entities
//          $hub_share   FLOAT           of the user's events; what more of them mention is cut
//          $hub_least   INTEGER         but not what no more than so many mention
//          $hub_most    INTEGER         and in any case what more than so many mention
//          $counted     INTEGER         events that are counted, at most; from so many on $hub_most holds
//          $unnamed     FLOAT           weight of nouns that are no names, against 1
//          $bridges     INTEGER         entities of the best hits that are followed, at most: names first, rare ones first
//          $reached     INTEGER         new events wanted, at most
//          $embedding   LIST<FLOAT>     of the cue, same dimension as the index, or null
//          $since       ZONED DATETIME  inclusive
//          $until       ZONED DATETIME  exclusive
//          $units       INTEGER         UTF-16 units of a content (and of a summary or metadata) wanted, at most
//          $index_name  STRING          the vector index of the slot of embeddings
//          $ticket      STRING          of that slot
// columns: events    LIST<LIST<ANY>>     of the new events, nearest first: see recall.context
//          mentions  LIST<LIST<STRING>>  event_id, then entity_ids: of the new events and the candidates; nouns that are
//                                        no names only where they are followed
//          entities  LIST<LIST<ANY>>     entity_id, name, event_count, named, whether the cue names it
//          causes    LIST<LIST<STRING>>  event_id of an effect, of its cause: between hits and new events
//          total     INTEGER             events of the user, at most $counted
//          current   BOOLEAN             whether the ticket is on record
// order:   one row
CYPHER 25
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.event_id IS NOT NULL
  WITH event
  LIMIT $counted
  RETURN count(event) AS total
}
WITH total, CASE
  WHEN $hub_share * total < $hub_least THEN $hub_least
  WHEN $hub_share * total > $hub_most THEN $hub_most
  ELSE toInteger($hub_share * total) END AS hub
CALL (hub) {
  UNWIND $keys AS key
  MATCH (said:Entity {user_id: $user_id, name_key: key})
  OPTIONAL MATCH (root:Entity {user_id: $user_id, entity_id: said.united_into})
  WITH DISTINCT coalesce(root, said) AS entity, hub
  WHERE entity.named AND entity.entity_type <> 'user' AND entity.event_count > 0 AND entity.event_count <= hub
  RETURN collect(entity) AS asked
}
CALL (hub) {
  UNWIND $event_ids AS event_id
  MATCH (hit:Event {user_id: $user_id, event_id: event_id})-[:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
  WHERE entity.entity_type <> 'user' AND entity.event_count > 1 AND entity.event_count <= hub
  WITH DISTINCT entity
  ORDER BY entity.named DESC, entity.event_count, entity.entity_id
  LIMIT $bridges
  RETURN collect(entity) AS bridges
}
CALL (asked, bridges) {
  UNWIND asked + [entity IN bridges WHERE NOT entity IN asked] AS entity
  MATCH (entity)<-[:MENTIONS {user_id: $user_id}]-(event:Event {user_id: $user_id})
  WHERE event.occurred_at >= $since AND event.occurred_at < $until
  WITH event, sum(CASE WHEN entity.named THEN 1.0 ELSE $unnamed END / (1 + log(entity.event_count))
                  * CASE WHEN entity IN asked THEN 2.0 ELSE 1.0 END) AS near
  WHERE NOT event.event_id IN $candidates
  ORDER BY near DESC, event.event_id
  LIMIT $reached
  RETURN collect(event) AS mentioning
}
CALL () {
  UNWIND $event_ids AS event_id
  MATCH (hit:Event {user_id: $user_id, event_id: event_id})
  CALL (hit) {
    MATCH (hit)-[:CAUSED_BY {user_id: $user_id}]->(other:Event {user_id: $user_id})
    RETURN hit.event_id AS effect, other.event_id AS cause, other
    ORDER BY other.event_id
    LIMIT 4
    UNION
    MATCH (hit)<-[:CAUSED_BY {user_id: $user_id}]-(other:Event {user_id: $user_id})
    RETURN other.event_id AS effect, hit.event_id AS cause, other
    ORDER BY other.event_id
    LIMIT 4
  }
  WITH effect, cause, other
  WHERE other.occurred_at >= $since AND other.occurred_at < $until
  RETURN collect(DISTINCT [effect, cause]) AS causes, collect(DISTINCT other) AS linked
}
WITH total, hub, asked, bridges, causes,
     mentioning + [event IN linked WHERE NOT event IN mentioning AND NOT event.event_id IN $candidates] AS new
CALL (new, hub, bridges) {
  UNWIND [event IN new | event.event_id] + $candidates AS event_id
  MATCH (event:Event {user_id: $user_id, event_id: event_id})-[:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
  WHERE entity.entity_type <> 'user' AND entity.event_count > 1 AND entity.event_count <= hub
    AND (entity.named OR entity IN bridges)
  WITH event_id, collect(DISTINCT entity) AS mentioned
  RETURN collect([event_id] + [entity IN mentioned | entity.entity_id]) AS mentions, collect(mentioned) AS lists
}
CALL (lists, asked) {
  UNWIND lists + [asked] AS list
  UNWIND list AS entity
  WITH DISTINCT entity
  RETURN collect([entity.entity_id, entity.name, entity.event_count, entity.named, entity IN asked]) AS entities
}
CALL (new) {
  UNWIND new AS event
  OPTIONAL MATCH (before:Event {user_id: $user_id})-[:NEXT]->(event)
  WITH event, before,
       CASE $index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END AS embedding
  RETURN
    collect([
      CASE WHEN embedding IS NULL THEN null ELSE vector.similarity.cosine(embedding, $embedding) END,
      before.event_id,
      size(event.content) > $units OR size(event.metadata) > $units OR size(coalesce(event.summary, '')) > $units,
      event.content CONTAINS '?' OR event.content CONTAINS '？',
      toString(event.last_recalled_at),
      event.event_id, event.session_id, event.event_type, event.actor, event.actor_role, left(event.content, $units),
      left(event.summary, $units), CASE WHEN size(event.metadata) <= $units THEN event.metadata END, event.importance,
      event.importance_reasons, event.explicit, event.unverified, event.gate_reason, event.redacted, event.seen_in,
      event.seen_ids, event.tool_call_id, event.reply_to, toString(event.occurred_at), toString(event.ended_at),
      toString(event.recorded_at), [at IN event.seen | toString(at)]
    ]) AS events
}
RETURN events, mentions, entities, causes, total,
       EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
