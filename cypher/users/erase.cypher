// Erases some of what belongs to the user; run it until nothing was erased.
//
// In batches, so that no transaction grows with the size of a memory. The user goes last: while anything is left, the
// user is there as well, and an erasure that was interrupted can be found and finished. A key is asked to be there
// because only then its index is used, and nodes of all users need not be looked at.
//
// tenant:  $user_id
// access:  write
// params:  $limit  INTEGER  nodes erased at once, at most
// columns: erased  INTEGER  nodes that are gone, with all their relationships; 0 when nothing is left
// order:   one row
CYPHER 25
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.event_id IS NOT NULL
  WITH event
  LIMIT $limit
  RETURN event AS node
  UNION ALL
  MATCH (event:TransientEvent {user_id: $user_id})
  WHERE event.event_id IS NOT NULL
  WITH event
  LIMIT $limit
  RETURN event AS node
  UNION ALL
  MATCH (session:Session {user_id: $user_id})
  WHERE session.session_id IS NOT NULL
  WITH session
  LIMIT $limit
  RETURN session AS node
  UNION ALL
  MATCH (entity:Entity {user_id: $user_id})
  WHERE entity.entity_id IS NOT NULL
  WITH entity
  LIMIT $limit
  RETURN entity AS node
  UNION ALL
  MATCH (user:User {user_id: $user_id})
  RETURN user AS node
}
WITH node
LIMIT $limit
DETACH DELETE node
RETURN count(*) AS erased
