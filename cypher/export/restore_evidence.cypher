// Puts back what facts have of events as exported: what they state, the log, when they were consumed.
//
// What is there stays as it is, so that it may be done again.
//
// tenant:  $user_id
// access:  write
// params:  $consumed    LIST<MAP>  event_id, consumed_at
//          $statements  LIST<MAP>  event_id, object_id, slot, place, properties as exported
//          $supports    LIST<MAP>  stored_in (event id), object_id, fact_id, event_id, properties as exported
//          $doubts      LIST<MAP>  likewise
// columns: restored  INTEGER  statements and lines of the log that are there now
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  UNWIND $consumed AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  SET event.consumed_at = row.consumed_at, event.awaits_facts = null
  RETURN count(event) AS consumed
}
CALL () {
  UNWIND $statements AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (event)-[said:STATES {user_id: $user_id, slot: row.slot, place: row.place}]->(thing)
    ON CREATE SET said += row.properties, said.user_id = $user_id
  RETURN count(said) AS stated
}
CALL () {
  UNWIND $supports AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.stored_in})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (event)-[line:SUPPORTS {user_id: $user_id, fact_id: row.fact_id, event_id: row.event_id}]->(thing)
    ON CREATE SET line += row.properties, line.user_id = $user_id
  RETURN count(line) AS supported
}
CALL () {
  UNWIND $doubts AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.stored_in})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (event)-[line:DOUBTS {user_id: $user_id, fact_id: row.fact_id, event_id: row.event_id}]->(thing)
    ON CREATE SET line += row.properties, line.user_id = $user_id
  RETURN count(line) AS doubted
}
RETURN stated + supported + doubted AS restored
