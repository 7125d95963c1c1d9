// Unites events that are one thing said again: the earliest stays, with the text that says most.
//
// Same actor, kind and wording (all in wording_key), similar by their embeddings, and no more than $same_within between
// an occurrence of the one and of the other. What stays remembers every occurrence in `seen`, and the ids it has taken
// over in `seen_ids`, so that handing one in again is a replay and naming one as a cause still finds it. Because the
// earliest stays whichever came first, and occurrences are joined like links of a chain, the order of arrival does not
// matter. Of a loop (the same again and again in one session) $loop_limit occurrences stay; the others are counted.
//
// What a language model read in the text that stays is kept with it, so that it is not asked again.
//
// Takes the write lock on the user first, like `episodic.record`.
//
// tenant:  $user_id
// access:  write
// params:  $event_ids    LIST<STRING>    where to look
//          $threshold    FLOAT           cosine from which two are the same
//          $same_within  INTEGER         days
//          $loop_limit   INTEGER         occurrences in one session, at most
//          $day          STRING          under which dropped occurrences are counted
//          $recorded_at  ZONED DATETIME
//          $types        LIST<STRING>    types of entities, as for `semantic.mention`
//          $index_name   STRING          the vector index of the slot of embeddings
//          $ticket       STRING          of that slot
// columns: gone     LIST<MAP>  event_id, keeper_id of each event that is no longer one of its own
//          keepers  LIST<MAP>  the events that have taken others up
//          dropped  INTEGER    occurrences of loops that were counted and not kept
//          current  BOOLEAN    whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
SET user.last_recorded_at = $recorded_at, user.changed = randomUUID()
WITH user
CALL () {
  UNWIND $event_ids AS event_id
  CALL (event_id) {
    MATCH (seed:Event {user_id: $user_id, event_id: event_id})
    MATCH (twin:Event {user_id: $user_id, wording_key: seed.wording_key})
    WHERE twin.occurred_at <= coalesce(last(seed.seen), seed.occurred_at) + duration({days: $same_within})
      AND coalesce(last(twin.seen), twin.occurred_at) >= seed.occurred_at - duration({days: $same_within})
    WITH seed, twin,
         CASE $index_name WHEN 'event_embedding_b' THEN seed.embedding_b ELSE seed.embedding END AS here,
         CASE $index_name WHEN 'event_embedding_b' THEN twin.embedding_b ELSE twin.embedding END AS there
    WHERE twin = seed OR 2 * vector.similarity.cosine(here, there) - 1 >= $threshold
    WITH twin
    ORDER BY twin.occurred_at, twin.event_id
    WITH collect(twin) AS twins
    WHERE size(twins) > 1
    WITH head(twins) AS keeper, tail(twins) AS others,
         reduce(best = head(twins), twin IN tail(twins) |
           CASE WHEN size(twin.content) > size(best.content)
                  OR size(twin.content) = size(best.content) AND twin.content > best.content THEN twin ELSE best END
         ) AS best
    WITH keeper, others, best,
         head([twin IN others
           WHERE twin.read_by IS NOT NULL AND twin.content = best.content AND keeper.consumed_at IS NULL]) AS reader
    CALL (keeper, others) {
      UNWIND [keeper] + others AS twin
      UNWIND [{at: twin.occurred_at, session: coalesce(twin.session_id, ''), id: twin.event_id}] + [
        place IN range(0, size(coalesce(twin.seen, [])) - 1) |
        {at: twin.seen[place], session: twin.seen_in[place], id: twin.seen_ids[place]}
      ] AS occurrence
      WITH occurrence
      ORDER BY occurrence.at, occurrence.id
      WITH occurrence.session AS session, collect(occurrence) AS occurrences
      UNWIND range(0, size(occurrences) - 1) AS place
      WITH occurrences[place] AS occurrence, session <> '' AND place >= $loop_limit AS looping
      WITH occurrence, looping
      ORDER BY occurrence.at, occurrence.id
      RETURN tail(collect(CASE WHEN looping THEN null ELSE occurrence END)) AS kept,
             count(CASE WHEN looping THEN 1 END) AS looped
    }
    SET keeper.seen = [occurrence IN kept | occurrence.at],
        keeper.seen_in = [occurrence IN kept | occurrence.session],
        keeper.seen_ids = [occurrence IN kept | occurrence.id],
        keeper.seen_keys = reduce(keys = coalesce(keeper.seen_keys, []), other IN others |
          keys + [key IN other.own_keys + coalesce(other.seen_keys, []) WHERE NOT key IN keys]),
        keeper.importance = reduce(most = keeper.importance, other IN others |
          CASE WHEN other.importance > most THEN other.importance ELSE most END),
        keeper.explicit = keeper.explicit OR any(other IN others WHERE other.explicit),
        keeper.awaits_analysis = CASE WHEN best <> keeper THEN true ELSE keeper.awaits_analysis END,
        keeper.awaits_facts = CASE
          WHEN keeper.consumed_at IS NULL AND NOT any(other IN others WHERE other.consumed_at IS NOT NULL)
          THEN keeper.awaits_facts
          WHEN any(other IN others WHERE other.explicit) THEN 'due'
          ELSE 'waiting'
        END,
        keeper.read_by = CASE
          WHEN best = keeper AND keeper.read_by IS NOT NULL THEN keeper.read_by
          ELSE reader.read_by
        END,
        keeper.content = best.content, keeper.name = best.name, keeper.language = best.language
    WITH keeper, others, best, reader, looped
    CALL (keeper, best) {
      WITH keeper, best
      WHERE best <> keeper AND best.embedding IS NOT NULL
      CALL db.create.setNodeVectorProperty(keeper, 'embedding', best.embedding)
    }
    CALL (keeper, best) {
      WITH keeper, best
      WHERE best <> keeper AND best.embedding_b IS NOT NULL
      CALL db.create.setNodeVectorProperty(keeper, 'embedding_b', best.embedding_b)
    }
    CALL (keeper, reader) {
      MATCH (reader)-[said:STATES {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
      CREATE (keeper)-[moved:STATES {user_id: $user_id}]->(thing)
      SET moved += properties(said), moved.user_id = $user_id
      RETURN count(moved) AS stated
    }
    CALL (keeper, others) {
      UNWIND others AS other
      CALL (keeper, other) {
        MATCH (other)-[link:CAUSED_BY {user_id: $user_id}]->(cause:Event {user_id: $user_id})
        WHERE cause <> keeper
          AND NOT EXISTS { MATCH SHORTEST 1 (cause)-[:CAUSED_BY]->{1,50}(keeper) RETURN 1 AS circle }
        MERGE (keeper)-[moved:CAUSED_BY {user_id: $user_id}]->(cause)
          ON CREATE SET moved.method = link.method, moved.confidence = link.confidence
        RETURN count(moved) AS causes
      }
      CALL (keeper, other) {
        MATCH (effect:Event {user_id: $user_id})-[link:CAUSED_BY {user_id: $user_id}]->(other)
        WHERE effect <> keeper
          AND NOT EXISTS { MATCH SHORTEST 1 (keeper)-[:CAUSED_BY]->{1,50}(effect) RETURN 1 AS circle }
        MERGE (effect)-[moved:CAUSED_BY {user_id: $user_id}]->(keeper)
          ON CREATE SET moved.method = link.method, moved.confidence = link.confidence
        RETURN count(moved) AS effects
      }
      CALL (other) {
        MATCH (other)-[mention:MENTIONS {user_id: $user_id}]->(entity:Entity {user_id: $user_id})
        SET entity.event_count = entity.event_count - 1
        SET entity.type_counts = [
          place IN range(0, size($types) - 1) |
          entity.type_counts[place] - CASE WHEN $types[place] = mention.entity_type THEN 1 ELSE 0 END
        ]
        DELETE mention
        RETURN count(*) AS unmentioned
      }
      WITH other, other.event_id AS gone_id
      // A subquery of its own, so that each sees what the one before has done: neighbours may go both.
      CALL (other) {
        OPTIONAL MATCH (before:Event {user_id: $user_id})-[:NEXT]->(other)
        OPTIONAL MATCH (other)-[:NEXT]->(after:Event {user_id: $user_id})
        FOREACH (_ IN CASE WHEN before IS NULL OR after IS NULL THEN [] ELSE [1] END |
          MERGE (before)-[:NEXT {user_id: $user_id}]->(after)
        )
        DETACH DELETE other
        RETURN count(*) AS relinked
      }
      RETURN collect(gone_id) AS gone_ids
    }
    RETURN keeper.event_id AS keeper_id, gone_ids, looped
  }
  RETURN collect({keeper_id: keeper_id, gone_ids: gone_ids}) AS united, sum(looped) AS dropped
}
FOREACH (_ IN CASE WHEN dropped > 0 THEN [1] ELSE [] END |
  SET user.gate_counts = ([
    entry IN coalesce(user.gate_counts, []) WHERE NOT entry STARTS WITH $day + ' loop '
  ] + [
    $day + ' loop ' + toString(dropped + coalesce(toInteger(last(split(
      head([entry IN user.gate_counts WHERE entry STARTS WITH $day + ' loop ']), ' '
    ))), 0))
  ])[-10000..]
)
RETURN reduce(gone = [], each IN united |
         gone + [gone_id IN each.gone_ids | {event_id: gone_id, keeper_id: each.keeper_id}]) AS gone,
       COLLECT {
         UNWIND united AS each
         WITH DISTINCT each.keeper_id AS keeper_id
         MATCH (event:Event {user_id: $user_id, event_id: keeper_id})
         RETURN event {
           .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .occurred_at, .ended_at,
           .recorded_at, .metadata, .importance, .importance_reasons, .explicit, .unverified, .gate_reason, .redacted,
           .seen, .seen_in, .seen_ids, .tool_call_id, .reply_to
         } AS event
       } AS keepers,
       dropped,
       EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
