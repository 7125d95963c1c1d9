// The log of facts: what supported and doubted them, in the order in which it was believed.
//
// tenant:  $user_id
// access:  read
// params:  $fact_ids  LIST<STRING>
// columns: fact_id  STRING
//          line     MAP  of the relationship, with type, stored_in and occurred_at of the event
// order:   fact_id, at, place in the run
CYPHER 25
UNWIND $fact_ids AS fact_id
MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: fact_id}]->(thing:Entity {user_id: $user_id})
MATCH (event:Event {user_id: $user_id})-[line:SUPPORTS|DOUBTS {user_id: $user_id, fact_id: fact_id}]->(thing)
RETURN fact_id, line {
  .*, type: type(line), stored_in: event.event_id,
  occurred_at: coalesce(
    head([place IN range(0, size(coalesce(event.seen_ids, [])) - 1) WHERE event.seen_ids[place] = line.event_id | event.seen[place]]),
    event.occurred_at
  )
} AS line
ORDER BY fact_id, line.at, line.line
