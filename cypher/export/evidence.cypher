// A page of the user's events with what facts have of them: what they state, the log, whether they are consumed.
//
// tenant:  $user_id
// access:  read
// params:  $since  ZONED DATETIME  occurred_at of the last event of the page before, at first the beginning of time
//          $after  STRING          event_id of the last event of the page before, at first ''
//          $limit  INTEGER         rows wanted, at most
// columns: event_id     STRING
//          occurred_at  ZONED DATETIME
//          consumed_at  ZONED DATETIME | NULL
//          awaits       STRING | NULL   what the event waits for
//          links        LIST<MAP>       type, properties, object_id, by all of them
// order:   occurred_at, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.occurred_at >= $since AND (event.occurred_at > $since OR event.event_id > $after)
WITH event
ORDER BY event.occurred_at, event.event_id
LIMIT $limit
RETURN event.event_id AS event_id, event.occurred_at AS occurred_at, event.consumed_at AS consumed_at,
       event.awaits_facts AS awaits,
       COLLECT {
         MATCH (event)-[link:STATES|SUPPORTS|DOUBTS {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
         RETURN {type: type(link), properties: properties(link), object_id: thing.entity_id} AS found
         ORDER BY type(link), coalesce(link.slot, link.fact_id), coalesce(link.place, 0), link.event_id, thing.entity_id
       } AS links
ORDER BY occurred_at, event_id
