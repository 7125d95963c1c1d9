// Stores new events, puts each into its session's chain, links its causes; what is already there stays as it is.
//
// One statement, so one transaction and one round trip. Setting `last_recorded_at` takes the write lock on the user
// before anything is read: writers of one user queue up here, which is what keeps the chain one chain and a replay a
// no-op under concurrency. Every new event finds its place by (occurred_at, event_id) through the index
// `event_chain`, so the order of arrival does not matter. When a cause is unknown nothing at all is written.
//
// The ticket is read last. A rebuild first puts a new ticket on record and then drops the old index, which waits for
// every transaction that has made an event: so whoever still read the old ticket is seen by its last pass.
//
// tenant:  $user_id
// access:  write
// params:  $rows         LIST<MAP>       new events: event_id, replay_key, session_id, properties as stored, embedding
//          $sessions     LIST<MAP>       session_id, task_type, started_at of every session the rows name
//          $links        LIST<MAP>       event_id, cause_id: given causes
//          $causes       LIST<STRING>    cause ids that are not among the rows
//          $actors       LIST<STRING>    names of the actors among the rows; recall takes them out of cues
//          $tenant_key   STRING          the user as one word of the full-text index
//          $recorded_at  ZONED DATETIME  belief time of the rows
//          $index_name   STRING          the vector index of the slot of embeddings
//          $ticket       STRING          of that slot
// columns: missing   LIST<STRING>  causes this user does not have; when there are any, nothing was stored
//          recorded  LIST<MAP>     row (its event_id), event (as stored), new (false for a replay)
//          current   BOOLEAN       whether the ticket is on record; if not, nothing is stored
CYPHER 25
CALL () {
  UNWIND $causes AS cause_id
  OPTIONAL MATCH (cause:Event {user_id: $user_id, event_id: cause_id})
  WITH cause_id, cause
  WHERE cause IS NULL
  RETURN collect(cause_id) AS missing
}
CALL (missing) {
  WITH missing
  WHERE size(missing) = 0
  MERGE (user:User {user_id: $user_id})
    ON CREATE SET user.name = left($user_id, 40), user.created_at = $recorded_at
  SET user.last_recorded_at = $recorded_at
  SET user.actors = (coalesce(user.actors, []) + [name IN $actors WHERE NOT name IN coalesce(user.actors, [])])[..1000]
  WITH user
  CALL (user) {
    UNWIND $sessions AS row
    MERGE (session:Session {user_id: $user_id, session_id: row.session_id})
      ON CREATE SET session.name = left(row.session_id, 40), session.started_at = row.started_at
    SET session.task_type = coalesce(row.task_type, session.task_type),
        session.started_at = CASE WHEN row.started_at < session.started_at THEN row.started_at ELSE session.started_at END
    MERGE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
    RETURN count(session) AS sessions
  }
  CALL () {
    UNWIND $rows AS row
    OPTIONAL MATCH (same_id:Event {user_id: $user_id, event_id: row.event_id})
    OPTIONAL MATCH (same_episode:Event {user_id: $user_id, replay_key: row.replay_key})
    WITH row, coalesce(same_id, same_episode) AS stored
    OPTIONAL CALL (row, stored) {
      WITH row
      WHERE stored IS NULL
      CREATE (event:Event {
        user_id: $user_id, event_id: row.event_id, session_id: row.session_id, replay_key: row.replay_key,
        tenant_key: $tenant_key, name: row.name,
        event_type: row.event_type, actor: row.actor, actor_role: row.actor_role,
        content: row.content, summary: row.summary, language: row.language, metadata: row.metadata,
        occurred_at: row.occurred_at, occurred_day: row.occurred_day, ended_at: row.ended_at,
        recorded_at: $recorded_at
      })
      FOREACH (_ IN CASE row.actor_role WHEN 'user' THEN [1] ELSE [] END | SET event:UserEvent)
      FOREACH (_ IN CASE row.actor_role WHEN 'agent' THEN [1] ELSE [] END | SET event:AgentEvent)
      FOREACH (_ IN CASE row.actor_role WHEN 'tool' THEN [1] ELSE [] END | SET event:ToolEvent)
      WITH row, event
      CALL (row, event) {
        WITH row, event
        WHERE $index_name <> 'event_embedding_b'
        CALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)
      }
      CALL (row, event) {
        WITH row, event
        WHERE $index_name = 'event_embedding_b'
        CALL db.create.setNodeVectorProperty(event, 'embedding_b', row.embedding)
      }
      RETURN event AS created
    }
    RETURN collect({row: row.event_id, event: coalesce(stored, created), new: stored IS NULL}) AS outcomes
  }
  WITH outcomes, [outcome IN outcomes WHERE outcome.new | outcome.event] AS created
  CALL (created) {
    UNWIND created AS event
    MATCH (session:Session {user_id: $user_id, session_id: event.session_id})
    CREATE (event)-[:IN_SESSION {user_id: $user_id}]->(session)
    RETURN count(session) AS placed
  }
  CALL (created) {
    UNWIND created AS event
    WITH event
    WHERE event.session_id IS NOT NULL
    CALL (event) {
      OPTIONAL MATCH (earlier:Event {user_id: $user_id, session_id: event.session_id})
      USING INDEX earlier:Event(user_id, session_id, occurred_at, event_id)
      WHERE earlier.event_id IS NOT NULL AND earlier.occurred_at < event.occurred_at
      RETURN earlier
      ORDER BY earlier.user_id DESC, earlier.session_id DESC, earlier.occurred_at DESC, earlier.event_id DESC
      LIMIT 1
    }
    CALL (event) {
      OPTIONAL MATCH (twin:Event {user_id: $user_id, session_id: event.session_id, occurred_at: event.occurred_at})
      WHERE twin.event_id < event.event_id
      RETURN twin AS twin_before
      ORDER BY twin.user_id DESC, twin.session_id DESC, twin.occurred_at DESC, twin.event_id DESC
      LIMIT 1
    }
    CALL (event) {
      OPTIONAL MATCH (later:Event {user_id: $user_id, session_id: event.session_id})
      USING INDEX later:Event(user_id, session_id, occurred_at, event_id)
      WHERE later.event_id IS NOT NULL AND later.occurred_at > event.occurred_at
      RETURN later
      ORDER BY later.user_id, later.session_id, later.occurred_at, later.event_id
      LIMIT 1
    }
    CALL (event) {
      OPTIONAL MATCH (twin:Event {user_id: $user_id, session_id: event.session_id, occurred_at: event.occurred_at})
      WHERE twin.event_id > event.event_id
      RETURN twin AS twin_after
      ORDER BY twin.user_id, twin.session_id, twin.occurred_at, twin.event_id
      LIMIT 1
    }
    WITH event, coalesce(twin_before, earlier) AS before, coalesce(twin_after, later) AS after
    OPTIONAL MATCH (before)-[gap:NEXT]->(other:Event {user_id: $user_id})
    WHERE other <> event
    DELETE gap
    FOREACH (_ IN CASE WHEN before IS NULL THEN [] ELSE [1] END | MERGE (before)-[:NEXT {user_id: $user_id}]->(event))
    FOREACH (_ IN CASE WHEN after IS NULL THEN [] ELSE [1] END | MERGE (event)-[:NEXT {user_id: $user_id}]->(after))
    RETURN count(event) AS chained
  }
  CALL (outcomes) {
    WITH [outcome IN outcomes WHERE outcome.new | outcome.row] AS fresh
    UNWIND $links AS row
    WITH row
    WHERE row.event_id IN fresh AND row.event_id <> row.cause_id
    MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
    MATCH (cause:Event {user_id: $user_id, event_id: row.cause_id})
    MERGE (event)-[link:CAUSED_BY {user_id: $user_id}]->(cause)
      ON CREATE SET link.method = 'given', link.confidence = 1.0
    RETURN count(link) AS caused
  }
  UNWIND outcomes AS outcome
  WITH outcome, outcome.event AS event
  RETURN collect({
    row: outcome.row,
    new: outcome.new,
    event: event {
      .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary,
      .occurred_at, .ended_at, .recorded_at, .metadata
    }
  }) AS recorded
}
RETURN missing, recorded, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
