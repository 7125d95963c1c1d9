// A page of the user's stored texts, transient ones included, to look through them again.
//
// tenant:  $user_id
// access:  read
// params:  $after  STRING   the last key of the page before, at first ''
//          $limit  INTEGER  rows of each kind wanted, at most
// columns: event_id   STRING
//          transient  BOOLEAN        whether it is a TransientEvent
//          actor      STRING
//          session_id   STRING | NULL
//          event_type   STRING
//          occurred_at  ZONED DATETIME
//          replayable   BOOLEAN      whether it has a replay_key
//          length     INTEGER        of the content, in Neo4j's characters
//          seen       INTEGER        further occurrences
//          embedded   BOOLEAN
//          content    STRING
//          summary    STRING | NULL
//          metadata   STRING | NULL  JSON
// order:   event_id
CYPHER 25
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.event_id > $after
  RETURN event, false AS transient
  ORDER BY event.event_id
  LIMIT $limit
  UNION ALL
  MATCH (event:TransientEvent {user_id: $user_id})
  WHERE event.event_id > $after
  RETURN event, true AS transient
  ORDER BY event.event_id
  LIMIT $limit
}
RETURN event.event_id AS event_id, transient, event.actor AS actor, event.session_id AS session_id,
       event.event_type AS event_type, event.occurred_at AS occurred_at, event.replay_key IS NOT NULL AS replayable,
       event.content AS content,
       size(event.content) AS length, size(coalesce(event.seen, [])) AS seen,
       event.embedding IS NOT NULL OR event.embedding_b IS NOT NULL AS embedded,
       event.summary AS summary,
       event.metadata AS metadata
ORDER BY event_id
LIMIT $limit
