// All evidence of some slots, and the facts that were made of it.
//
// The version goes up with every change of the user's facts: whoever writes what follows from this names it, and is
// refused when somebody else was quicker.
//
// tenant:  $user_id
// access:  read
// params:  $slots  LIST<STRING>
// columns: slot      STRING
//          evidence  LIST<MAP>  said: properties of STATES; event; object_id, object_name, subject_name
//          facts     LIST<MAP>  fact: properties of FACT; subject_id, object_id
//          version   INTEGER
// order:   slot
CYPHER 25
MATCH (user:User {user_id: $user_id})
UNWIND $slots AS slot
CALL (slot) {
  MATCH (event:Event {user_id: $user_id})-[said:STATES {user_id: $user_id, slot: slot}]->(thing:Entity {user_id: $user_id})
  USING INDEX said:STATES(user_id, slot)
  OPTIONAL MATCH (subject:Entity {user_id: $user_id, entity_id: said.subject_id})
  RETURN collect({
    said: properties(said), object_id: thing.entity_id, object_name: thing.name, subject_name: subject.name,
    event: event {.event_id, .event_type, .actor_role, .session_id, .occurred_at, .seen, .seen_in, .seen_ids}
  }) AS evidence
}
CALL (slot) {
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, slot: slot}]->(thing:Entity {user_id: $user_id})
  USING INDEX fact:FACT(user_id, slot)
  RETURN collect({
    fact: fact {.*, embedding: null, embedding_b: null}, subject_id: subject.entity_id, object_id: thing.entity_id
  }) AS facts
}
RETURN slot, evidence, facts, coalesce(user.facts_version, 0) AS version
ORDER BY slot
