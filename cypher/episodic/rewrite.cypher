// Puts redacted texts in the place of those that were stored; one that has changed meanwhile is left for the next look.
//
// What an event says changes only when it is united with another, so its length and its occurrences tell whether it has.
// The old text itself is not sent: a parameter may end up in a log. Hashes of it go too, since a short secret can be
// guessed from one. Mentions go as well, with entities that nothing else mentions: names may be what was taken out.
//
// tenant:  $user_id
// access:  write
// params:  $rows         LIST<MAP>       event_id, length and seen as read, properties (the texts), redacted, embedding
//                                        (or null), replay_key (or null), own_keys
//          $recorded_at  ZONED DATETIME
//          $types        LIST<STRING>    types of entities, as for `semantic.mention`
//          $index_name   STRING          the vector index of the slot of embeddings
//          $ticket       STRING          of that slot
// columns: rewritten  LIST<STRING>  event ids
//          current    BOOLEAN       whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
SET user.last_recorded_at = $recorded_at, user.changed = randomUUID()
WITH user
CALL () {
  UNWIND $rows AS row
  OPTIONAL MATCH (stored:Event {user_id: $user_id, event_id: row.event_id})
  OPTIONAL MATCH (passing:TransientEvent {user_id: $user_id, event_id: row.event_id})
  WITH row, coalesce(stored, passing) AS event
  WHERE size(event.content) = row.length AND size(coalesce(event.seen, [])) = row.seen
  SET event.content = row.properties.content, event.name = row.properties.name,
      event.language = row.properties.language,
      event.summary = coalesce(row.properties.summary, event.summary),
      event.metadata = coalesce(row.properties.metadata, event.metadata),
      event.wording_key = null,
      event.replay_key = CASE
        WHEN row.replay_key IS NULL OR EXISTS {
          MATCH (other:Event {user_id: $user_id, replay_key: row.replay_key})
          WHERE other <> event
          RETURN other
        } THEN null
        ELSE row.replay_key
      END,
      event.own_keys = row.own_keys,
      event.redacted = coalesce(event.redacted, []) + row.redacted,
      event.awaits_analysis = CASE WHEN event:Event THEN true END,
      event.read_by = null,
      event.awaits_facts = CASE
        WHEN event.consumed_at IS NULL THEN event.awaits_facts
        ELSE 'due'
      END
  WITH row, event
  CALL (event) {
    MATCH (event)-[said:STATES|SUPPORTS|DOUBTS {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
    SET said.quote = ''
    RETURN count(thing) AS quotes
  }
  CALL (event) {
    MATCH (event)-[mention:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
    SET entity.event_count = entity.event_count - 1
    SET entity.type_counts = [
      place IN range(0, size($types) - 1) |
      entity.type_counts[place] - CASE WHEN $types[place] = mention.entity_type THEN 1 ELSE 0 END
    ]
    DELETE mention
    WITH DISTINCT entity
    WHERE NOT EXISTS { MATCH (entity)-[link {user_id: $user_id}]-(other {user_id: $user_id}) RETURN link }
    DELETE entity
    RETURN count(*) AS unmentioned
  }
  CALL (row, event) {
    WITH row, event
    WHERE row.embedding IS NOT NULL AND $index_name <> 'event_embedding_b'
    REMOVE event.embedding_b
    WITH row, event
    CALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)
  }
  CALL (row, event) {
    WITH row, event
    WHERE row.embedding IS NOT NULL AND $index_name = 'event_embedding_b'
    REMOVE event.embedding
    WITH row, event
    CALL db.create.setNodeVectorProperty(event, 'embedding_b', row.embedding)
  }
  RETURN collect(row.event_id) AS rewritten
}
RETURN rewritten, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
