// Puts events back as exported, into their sessions and chains; one that is there stays as it is.
//
// One transaction: an import that is interrupted leaves no event outside of its chain. As in `episodic.record`,
// writers of one user queue up at the user's node. A chain is linked anew from the event before the earliest new one
// to the event after the latest, so an import in the order of time touches nothing twice. Entities are found anew.
//
// tenant:  $user_id
// access:  write
// params:  $rows         LIST<MAP>       event_id, labels, properties as exported, embedding (or null)
//          $spans        LIST<MAP>       session_id, since, until: of every session the rows name, the occurred_at of
//                                        its earliest and latest row
//          $tenant_key   STRING          the user as one word of the full-text index
//          $recorded_at  ZONED DATETIME  for a user who has never recorded
//          $awaits_facts  STRING | NULL  what the events wait for: 'restored' where their facts follow
//          $index_name   STRING          the vector index of the slot of embeddings
//          $ticket       STRING          of that slot
// columns: restored  LIST<STRING>  event ids that are new
//          current   BOOLEAN       whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MERGE (user:User {user_id: $user_id})
SET user.last_recorded_at = coalesce(user.last_recorded_at, $recorded_at)
WITH user
CALL () {
  UNWIND $rows AS row
  OPTIONAL MATCH (same:Event {user_id: $user_id, event_id: row.event_id})
  WITH row, same
  WHERE same IS NULL
  CREATE (event:Event {user_id: $user_id, event_id: row.event_id})
  SET event += row.properties, event.event_id = row.event_id, event.tenant_key = $tenant_key,
      event.user_id = $user_id, event.awaits_analysis = true,
      event.awaits_facts = $awaits_facts
  FOREACH (_ IN CASE WHEN 'UserEvent' IN row.labels THEN [1] ELSE [] END | SET event:UserEvent)
  FOREACH (_ IN CASE WHEN 'AgentEvent' IN row.labels THEN [1] ELSE [] END | SET event:AgentEvent)
  FOREACH (_ IN CASE WHEN 'ToolEvent' IN row.labels THEN [1] ELSE [] END | SET event:ToolEvent)
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
  RETURN collect(event) AS created
}
CALL (created) {
  UNWIND created AS event
  MATCH (session:Session {user_id: $user_id, session_id: event.session_id})
  CREATE (event)-[:IN_SESSION {user_id: $user_id}]->(session)
  RETURN count(session) AS placed
}
CALL () {
  UNWIND $spans AS span
  CALL (span) {
    OPTIONAL MATCH (earlier:Event {user_id: $user_id, session_id: span.session_id})
    USING INDEX earlier:Event(user_id, session_id, occurred_at, event_id)
    WHERE earlier.event_id IS NOT NULL AND earlier.occurred_at < span.since
    RETURN earlier.occurred_at AS before
    ORDER BY earlier.user_id DESC, earlier.session_id DESC, earlier.occurred_at DESC, earlier.event_id DESC
    LIMIT 1
  }
  CALL (span) {
    OPTIONAL MATCH (later:Event {user_id: $user_id, session_id: span.session_id})
    USING INDEX later:Event(user_id, session_id, occurred_at, event_id)
    WHERE later.event_id IS NOT NULL AND later.occurred_at > span.until
    RETURN later.occurred_at AS after
    ORDER BY later.user_id, later.session_id, later.occurred_at, later.event_id
    LIMIT 1
  }
  CALL (span, before, after) {
    MATCH (event:Event {user_id: $user_id, session_id: span.session_id})
    USING INDEX event:Event(user_id, session_id, occurred_at, event_id)
    WHERE event.event_id IS NOT NULL
      AND event.occurred_at >= coalesce(before, span.since) AND event.occurred_at <= coalesce(after, span.until)
    WITH event
    ORDER BY event.occurred_at, event.event_id
    WITH collect(event) AS chain
    UNWIND range(0, size(chain) - 2) AS place
    WITH chain[place] AS event, chain[place + 1] AS following
    CALL (event, following) {
      OPTIONAL MATCH (event)-[gap:NEXT]->(other:Event {user_id: $user_id})
      WHERE other <> following
      DELETE gap
    }
    MERGE (event)-[:NEXT {user_id: $user_id}]->(following)
    RETURN count(event) AS linked
  }
  RETURN count(*) AS chains
}
RETURN [event IN created | event.event_id] AS restored,
       EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
