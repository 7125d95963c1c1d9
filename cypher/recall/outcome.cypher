// What came of events: along CAUSED_BY to their effects, and along NEXT to the outcome in the same session.
//
// The shortest way to each effect, at most twelve steps away; of the session, the next twelve events.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids  LIST<STRING>    where it began
//          $since      ZONED DATETIME  inclusive
//          $until      ZONED DATETIME  exclusive
// columns: start_id     STRING          where it began
//          later_id     STRING          an event that came of it, or after it
//          event_type   STRING          of the later event
//          occurred_at  ZONED DATETIME  of the later event
//          by_cause     BOOLEAN         true along CAUSED_BY, false along NEXT
//          way          LIST<STRING>    ids of the events passed, from the first step to the later event
// order:   start_id, by_cause descending, length of the way, later_id
CYPHER 25
UNWIND $event_ids AS event_id
MATCH (start:Event {user_id: $user_id, event_id: event_id})
CALL (start) {
  MATCH track = SHORTEST 1 (later:Event {user_id: $user_id})-[:CAUSED_BY {user_id: $user_id}]->{1,12}(start)
  RETURN later, true AS by_cause, reverse([passed IN nodes(track) | passed.event_id])[1..] AS way
  ORDER BY size(way), later.event_id
  LIMIT 50
  UNION
  MATCH track = (start)-[:NEXT*1..12]->(later:Event {user_id: $user_id})
  RETURN later, false AS by_cause, [passed IN nodes(track) | passed.event_id][1..] AS way
}
WITH event_id AS start_id, later, by_cause, way
WHERE later.occurred_at >= $since AND later.occurred_at < $until
RETURN start_id, later.event_id AS later_id, later.event_type AS event_type, later.occurred_at AS occurred_at,
       by_cause, way
ORDER BY start_id, by_cause DESC, size(way), later_id
