// Every relationship of the store with the keys of its ends, whatever it is.
//
// Without an order, so that the server streams it and holds nothing.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: type        STRING
//          properties  MAP
//          source      MAP     its keys; null where it has none of that name
//          target      MAP     likewise
// order:   none
CYPHER 25
MATCH (source)-[link]->(target)
RETURN type(link) AS type, properties(link) AS properties,
       source {.user_id, .session_id, .event_id, .entity_id, .procedure_id} AS source,
       target {.user_id, .session_id, .event_id, .entity_id, .procedure_id} AS target
