// Entities whose event_count is not the number of events that mention them, and those that nothing mentions.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (entity:Entity)
WITH entity, COUNT { (entity)<-[:MENTIONS]-() } AS mentions
WHERE entity.event_count IS NULL OR entity.event_count <> mentions
   OR mentions = 0 AND entity.entity_type <> 'user' AND entity.united_into IS NULL
      AND NOT EXISTS { (entity)-[:FACT]-() } AND NOT EXISTS { (entity)<-[:STATES]-() }
RETURN entity.user_id AS user_id, entity.name AS id, entity.entity_id AS key
