// Inserts events as a competent person would with the driver alone, to measure recording against.
//
// It knows that everything is new, complete and in order, session by session, so it looks up nothing but the sessions.
// What is stored is what recording stores: the same properties, labels, relationships and vectors.
//
// tenant:  $user_id
// access:  write
// params:  $rows         LIST<MAP>       new events: event_id, session_id, labels, properties as stored, embedding
//          $sessions     LIST<MAP>       session_id, started_at
//          $tenant_key   STRING          the user as one word of the full-text index
//          $recorded_at  ZONED DATETIME  belief time of the user
// columns: events  INTEGER  how many were stored
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
  ON CREATE SET user.name = left($user_id, 40), user.created_at = $recorded_at
WITH user
CALL (user) {
  UNWIND $sessions AS row
  MERGE (session:Session {user_id: $user_id, session_id: row.session_id})
    ON CREATE SET session.name = left(row.session_id, 40), session.started_at = row.started_at
  MERGE (user)-[:HAS_SESSION {user_id: $user_id}]->(session)
  RETURN count(session) AS sessions
}
CALL () {
  UNWIND $rows AS row
  MATCH (session:Session {user_id: $user_id, session_id: row.session_id})
  CREATE (event:Event {user_id: $user_id, event_id: row.event_id})-[:IN_SESSION {user_id: $user_id}]->(session)
  SET event += row.properties, event.tenant_key = $tenant_key, event.user_id = $user_id
  FOREACH (_ IN CASE WHEN 'UserEvent' IN row.labels THEN [1] ELSE [] END | SET event:UserEvent)
  FOREACH (_ IN CASE WHEN 'AgentEvent' IN row.labels THEN [1] ELSE [] END | SET event:AgentEvent)
  FOREACH (_ IN CASE WHEN 'ToolEvent' IN row.labels THEN [1] ELSE [] END | SET event:ToolEvent)
  WITH row, event
  CALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)
  RETURN collect(event) AS created
}
CALL (created) {
  UNWIND range(1, size(created) - 1) AS place
  WITH created[place - 1] AS previous, created[place] AS event
  WHERE previous.session_id = event.session_id
  CREATE (previous)-[:NEXT {user_id: $user_id}]->(event)
  RETURN count(event) AS chained
}
RETURN size(created) AS events
