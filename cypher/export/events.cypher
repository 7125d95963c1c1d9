// A page of the user's events as stored, each with the relationships that start at it.
//
// By time, so that a file made of it reads like the history it is, and causes come before what they caused.
//
// tenant:  $user_id
// access:  read
// params:  $since  ZONED DATETIME  occurred_at of the last event of the page before, at first the beginning of time
//          $after  STRING          event_id of the last event of the page before, at first ''
//          $limit  INTEGER         rows wanted, at most
// columns: event_id     STRING
//          occurred_at  ZONED DATETIME
//          labels       LIST<STRING>
//          properties   MAP
//          links        LIST<MAP>       type, properties, target (the keys of the other end), by type and keys
// order:   occurred_at, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.occurred_at >= $since AND (event.occurred_at > $since OR event.event_id > $after)
WITH event
ORDER BY event.occurred_at, event.event_id
LIMIT $limit
RETURN event.event_id AS event_id, event.occurred_at AS occurred_at,
       labels(event) AS labels, properties(event) AS properties,
       COLLECT {
         MATCH (event)-[link {user_id: $user_id}]->(other {user_id: $user_id})
         RETURN {
           type: type(link), properties: properties(link),
           target: other {.user_id, .session_id, .event_id, .entity_id, .procedure_id}
         } AS found
         ORDER BY type(link), other.event_id, other.session_id
       } AS links
ORDER BY occurred_at, event_id
