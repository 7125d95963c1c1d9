// Which entities are meant by names, and what events stated when they were last read.
//
// An entity that was united with another stands for that one.
//
// tenant:  $user_id
// access:  read
// params:  $keys       LIST<STRING>  names in the form in which they are compared
//          $event_ids  LIST<STRING>
// columns: names  LIST<MAP>     name_key, entity_id, name, said (id of the entity of that name itself)
//          said   LIST<MAP>     slot, subject_id, predicate, aspect, object_id: of what the events stated
//          read   LIST<MAP>     event_id, read_by: of those that a language model has read
// order:   one row
CYPHER 25
CALL () {
  UNWIND $keys AS key
  MATCH (entity:Entity {user_id: $user_id, name_key: key})
  OPTIONAL MATCH (root:Entity {user_id: $user_id, entity_id: entity.united_into})
  RETURN collect({
    name_key: key, entity_id: coalesce(root.entity_id, entity.entity_id), name: coalesce(root.name, entity.name),
    said: entity.entity_id
  }) AS names
}
CALL () {
  UNWIND $event_ids AS event_id
  MATCH (event:Event {user_id: $user_id, event_id: event_id})
  MATCH (event)-[said:STATES {user_id: $user_id}]->(thing:Entity {user_id: $user_id})
  RETURN collect(said {.slot, .subject_id, .predicate, .aspect, object_id: thing.entity_id}) AS said
}
RETURN names, said,
  COLLECT {
    UNWIND $event_ids AS event_id
    MATCH (event:Event {user_id: $user_id, event_id: event_id})
    WHERE event.read_by IS NOT NULL
    RETURN event {.event_id, .read_by} AS row
  } AS read
