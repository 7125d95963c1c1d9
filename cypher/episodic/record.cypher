// Stores new events, puts each into its session's chain, links its causes; what is already there stays as it is.
//
// One statement, so one transaction and one round trip. Setting a property takes the write lock on the user
// before anything is read: writers of one user queue up here, which is what keeps the chain one chain and a replay a
// no-op under concurrency. Every new event finds its place by (occurred_at, event_id) through the index
// `event_chain`, so the order of arrival does not matter. When a given cause is unknown nothing at all is written.
//
// Causes that follow from ids or from words are linked whichever of the two events arrives first. A phrase ("because of
// that error") means the last event of its kind among the twenty before it in the session, and is looked up again when
// another event takes its place among them. No link closes a circle.
//
// The ticket is read last. A rebuild first puts a new ticket on record and then drops the old index, which waits for
// every transaction that has made an event: so whoever still read the old ticket is seen by its last pass.
//
// tenant:  $user_id
// access:  write
// params:  $rows         LIST<MAP>       new events: event_id, occurred_at and ended_at (or null) as text, which the
//                                        client packs ten times as fast as times, other properties as stored,
//                                        embedding (or null, for later)
//          $transients   LIST<MAP>       refused by the gate, for the window of a running session: likewise
//          $sessions     LIST<MAP>       session_id, task_type, started_at of every session the rows name
//          $links        LIST<MAP>       event_id, cause_id: given causes
//          $causes       LIST<STRING>    cause ids that are not among the rows
//          $lucene       STRING          the words that stand for all ids among the rows, see graphmem.rules.keys
//          $actors       LIST<STRING>    names of the actors among the rows; recall takes them out of cues
//          $refusals     LIST<MAP>       day, reason, count: what the gate refused
//          $expired      ZONED DATETIME  transient events that were recorded before are erased
//          $same_within  INTEGER         days within which events with the same wording may be one
//          $tenant_key   STRING          the user as one word of the full-text index
//          $recorded_at  ZONED DATETIME  belief time of the rows
//          $index_name   STRING          the vector index of the slot of embeddings
//          $ticket       STRING          of that slot
// columns: missing   LIST<STRING>  causes this user does not have; when there are any, nothing was stored
//          recorded  LIST<MAP>     row (its event_id), event (as stored before; null for a new one: it is the row)
//          twins     LIST<STRING>  new events that an older or newer one may be united with
//          current   BOOLEAN       whether the ticket is on record; if not, nothing is stored
CYPHER 25
CALL () {
  CALL db.index.fulltext.queryNodes('event_seen', $lucene) YIELD node
  WHERE node.user_id = $user_id
  RETURN collect(node) AS united
}
CALL (united) {
  UNWIND $causes AS cause_id
  OPTIONAL MATCH (cause:Event {user_id: $user_id, event_id: cause_id})
  OPTIONAL MATCH (refused:TransientEvent {user_id: $user_id, event_id: cause_id})
  WITH cause_id, cause, refused
  WHERE cause IS NULL AND refused IS NULL AND NOT any(event IN united WHERE cause_id IN event.seen_ids)
  RETURN collect(cause_id) AS missing
}
CALL (missing, united) {
  WITH missing, united
  WHERE size(missing) = 0
  MERGE (user:User {user_id: $user_id})
    ON CREATE SET user.name = left($user_id, 40), user.created_at = $recorded_at
  SET user.user_id = $user_id
  FOREACH (_ IN CASE WHEN size($refusals) > 0 THEN [1] ELSE [] END |
    SET user.gate_counts = ([
      entry IN coalesce(user.gate_counts, [])
      WHERE none(item IN $refusals WHERE entry STARTS WITH item.day + ' ' + item.reason + ' ')
    ] + [
      item IN $refusals | item.day + ' ' + item.reason + ' ' + toString(item.count + coalesce(toInteger(last(split(
        head([entry IN user.gate_counts WHERE entry STARTS WITH item.day + ' ' + item.reason + ' ']), ' '
      ))), 0))
    ])[-10000..]
  )
  WITH user, united
  CALL () {
    MATCH (old:TransientEvent {user_id: $user_id})
    WHERE old.recorded_at < $expired
    DETACH DELETE old
    RETURN count(*) AS erased
  }
  CALL (united) {
    UNWIND $rows AS row
    OPTIONAL MATCH (same_id:Event {user_id: $user_id, event_id: row.event_id})
    OPTIONAL MATCH (same_episode:Event {user_id: $user_id, replay_key: row.properties.replay_key})
    WITH row, coalesce(
      same_id, same_episode,
      head([event IN united WHERE any(key IN row.properties.own_keys WHERE key IN event.seen_keys)])
    ) AS stored
    OPTIONAL CALL (row, stored) {
      WITH row
      WHERE stored IS NULL
      CREATE (event:Event {user_id: $user_id, event_id: row.event_id})
      SET event += row.properties, event.user_id = $user_id, event.tenant_key = $tenant_key,
          event.occurred_at = datetime(row.occurred_at), event.ended_at = datetime(row.ended_at),
          event.recorded_at = $recorded_at
      FOREACH (_ IN CASE event.actor_role WHEN 'user' THEN [1] ELSE [] END | SET event:UserEvent)
      FOREACH (_ IN CASE event.actor_role WHEN 'agent' THEN [1] ELSE [] END | SET event:AgentEvent)
      FOREACH (_ IN CASE event.actor_role WHEN 'tool' THEN [1] ELSE [] END | SET event:ToolEvent)
      WITH row, event
      CALL (row, event) {
        WITH row, event
        WHERE row.embedding IS NOT NULL AND $index_name <> 'event_embedding_b'
        CALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)
      }
      CALL (row, event) {
        WITH row, event
        WHERE row.embedding IS NOT NULL AND $index_name = 'event_embedding_b'
        CALL db.create.setNodeVectorProperty(event, 'embedding_b', row.embedding)
      }
      RETURN event AS created
    }
    RETURN collect({row: row.event_id, event: coalesce(stored, created), new: stored IS NULL}) AS outcomes
  }
  WITH user, united, outcomes, [outcome IN outcomes WHERE outcome.new | outcome.event] AS created
  FOREACH (_ IN CASE WHEN size(created) + size($refusals) > 0 THEN [1] ELSE [] END |
    SET user.last_recorded_at = $recorded_at,
        user.actors = (coalesce(user.actors, []) + [
          name IN $actors WHERE NOT name IN coalesce(user.actors, []) AND any(event IN created WHERE event.actor = name)
        ])[..1000]
  )
  CALL (user, created) {
    UNWIND $sessions AS row
    WITH user, row
    WHERE row.session_id IN [event IN created | event.session_id] + [row IN $transients | row.properties.session_id]
    MERGE (session:Session {user_id: $user_id, session_id: row.session_id})
      ON CREATE SET session.name = left(row.session_id, 40), session.started_at = row.started_at
    SET session.task_type = coalesce(row.task_type, session.task_type),
        session.started_at = CASE WHEN row.started_at < session.started_at THEN row.started_at ELSE session.started_at END
    MERGE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
    RETURN count(session) AS sessions
  }
  CALL () {
    UNWIND $transients AS row
    MATCH (session:Session {user_id: $user_id, session_id: row.properties.session_id})
    OPTIONAL MATCH (stored:TransientEvent {user_id: $user_id, event_id: row.event_id})
    WITH row, session, stored
    WHERE stored IS NULL
    CREATE (event:TransientEvent {user_id: $user_id, event_id: row.event_id})
    SET event += row.properties, event.user_id = $user_id, event.occurred_at = datetime(row.occurred_at),
        event.recorded_at = $recorded_at
    CREATE (event)-[:IN_SESSION {user_id: $user_id}]->(session)
    RETURN count(event) AS kept_for_now
  }
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
  CALL (outcomes, united) {
    WITH united, [outcome IN outcomes WHERE outcome.new | outcome.row] AS fresh
    UNWIND $links AS row
    WITH row, united
    WHERE row.event_id IN fresh AND row.event_id <> row.cause_id
    MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
    OPTIONAL MATCH (named:Event {user_id: $user_id, event_id: row.cause_id})
    WITH event, coalesce(named, head([other IN united WHERE row.cause_id IN other.seen_ids])) AS cause
    WHERE cause IS NOT NULL AND cause <> event
    MERGE (event)-[link:CAUSED_BY {user_id: $user_id}]->(cause)
      ON CREATE SET link.method = 'given', link.confidence = 1.0
    RETURN count(link) AS caused
  }
  CALL (created, united) {
    UNWIND created AS event
    WITH event, united
    WHERE event.tool_call_id IS NOT NULL OR event.reply_to IS NOT NULL
    CALL (event, united) {
      WITH event
      WHERE event.tool_call_id IS NOT NULL AND event.event_type = 'tool_result'
      MATCH (request:Event {user_id: $user_id, tool_call_id: event.tool_call_id})
      WHERE request.event_type = 'tool_call' AND coalesce(request.session_id, '') = coalesce(event.session_id, '')
      RETURN event AS effect, request AS cause, 'tool_call' AS method, 1.0 AS confidence
      UNION
      WITH event
      WHERE event.tool_call_id IS NOT NULL AND event.event_type = 'tool_call'
      MATCH (result:Event {user_id: $user_id, tool_call_id: event.tool_call_id})
      WHERE result.event_type = 'tool_result' AND coalesce(result.session_id, '') = coalesce(event.session_id, '')
      RETURN result AS effect, event AS cause, 'tool_call' AS method, 1.0 AS confidence
      UNION
      WITH event
      WHERE event.reply_to IS NOT NULL
      MATCH (answered:Event {user_id: $user_id, event_id: event.reply_to})
      RETURN event AS effect, answered AS cause, 'reply' AS method, 0.9 AS confidence
      UNION
      UNWIND [other IN united WHERE event.reply_to IN other.seen_ids] AS answered
      RETURN event AS effect, answered AS cause, 'reply' AS method, 0.9 AS confidence
    }
    WITH DISTINCT effect, cause, method, confidence
    WHERE effect <> cause AND NOT EXISTS { MATCH SHORTEST 1 (cause)-[:CAUSED_BY]->{1,50}(effect) RETURN 1 AS circle }
    MERGE (effect)-[link:CAUSED_BY {user_id: $user_id}]->(cause)
      ON CREATE SET link.method = method, link.confidence = confidence
    RETURN count(link) AS derived
  }
  CALL (created) {
    UNWIND created AS event
    MATCH (answer:Event {user_id: $user_id, reply_to: event.event_id})
    WHERE answer <> event
      AND NOT EXISTS { MATCH SHORTEST 1 (event)-[:CAUSED_BY]->{1,50}(answer) RETURN 1 AS circle }
    MERGE (answer)-[link:CAUSED_BY {user_id: $user_id}]->(event)
      ON CREATE SET link.method = 'reply', link.confidence = 0.9
    RETURN count(link) AS answered_before
  }
  CALL (created) {
    UNWIND created AS event
    WITH DISTINCT event.session_id AS session_id
    WHERE EXISTS {
      MATCH (pointing:Event {user_id: $user_id, session_id: session_id})
      USING INDEX pointing:Event(user_id, session_id, points_back)
      WHERE pointing.points_back IS NOT NULL
    }
    WITH collect(session_id) AS pointed_in
    UNWIND CASE WHEN size(pointed_in) > 0 THEN created ELSE [] END AS event
    WITH event
    WHERE event.session_id IN pointed_in
    CALL (event) {
      MATCH (near:Event {user_id: $user_id, session_id: event.session_id})
      USING INDEX near:Event(user_id, session_id, occurred_at, event_id)
      WHERE near.event_id IS NOT NULL AND near.occurred_at >= event.occurred_at
      RETURN near
      ORDER BY near.user_id, near.session_id, near.occurred_at, near.event_id
      LIMIT 21
    }
    WITH DISTINCT near AS pointing
    WHERE pointing.points_back IS NOT NULL
    OPTIONAL MATCH (pointing)-[old:CAUSED_BY {user_id: $user_id, method: 'phrase'}]->(:Event {user_id: $user_id})
    DELETE old
    WITH DISTINCT pointing
    CALL (pointing) {
      MATCH (earlier:Event {user_id: $user_id, session_id: pointing.session_id})
      USING INDEX earlier:Event(user_id, session_id, occurred_at, event_id)
      WHERE earlier.event_id IS NOT NULL AND earlier.occurred_at <= pointing.occurred_at
        AND (earlier.occurred_at < pointing.occurred_at OR earlier.event_id < pointing.event_id)
      WITH earlier
      ORDER BY earlier.user_id DESC, earlier.session_id DESC, earlier.occurred_at DESC, earlier.event_id DESC
      LIMIT 20
      WITH earlier
      WHERE CASE pointing.points_back
        WHEN 'error' THEN earlier.gate_reason = 'tool_error' OR 'failure' IN earlier.importance_reasons
        WHEN 'decision' THEN earlier.event_type = 'decision' OR earlier.gate_reason = 'decision'
        WHEN 'request' THEN earlier.event_type = 'user_message'
        ELSE true
      END
      RETURN earlier AS cause
      ORDER BY earlier.occurred_at DESC, earlier.event_id DESC
      LIMIT 1
    }
    WITH pointing, cause
    WHERE NOT EXISTS { MATCH SHORTEST 1 (cause)-[:CAUSED_BY]->{1,50}(pointing) RETURN 1 AS circle }
    MERGE (pointing)-[link:CAUSED_BY {user_id: $user_id}]->(cause)
      ON CREATE SET link.method = 'phrase', link.confidence = pointing.points_back_confidence
    RETURN count(link) AS pointed
  }
  CALL (created) {
    UNWIND created AS event
    MATCH (twin:Event {user_id: $user_id, wording_key: event.wording_key})
    WHERE twin <> event
      AND twin.occurred_at <= event.occurred_at + duration({days: $same_within})
      AND coalesce(last(twin.seen), twin.occurred_at) >= event.occurred_at - duration({days: $same_within})
    RETURN collect(DISTINCT event.event_id) AS twins
  }
  UNWIND outcomes AS outcome
  WITH outcome, outcome.event AS event, twins
  RETURN collect({
    row: outcome.row,
    event: CASE WHEN outcome.new THEN null ELSE event {
      .event_id, .session_id, .event_type, .actor, .actor_role, .content, .summary, .metadata, .importance,
      .importance_reasons, .explicit, .unverified, .gate_reason, .redacted, .seen_in, .seen_ids, .tool_call_id,
      .reply_to,
      occurred_at: toString(event.occurred_at), ended_at: toString(event.ended_at),
      recorded_at: toString(event.recorded_at), seen: [at IN event.seen | toString(at)]
    } END
  }) AS recorded, coalesce(head(collect(twins)), []) AS twins
}
RETURN missing, recorded, twins,
       EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
