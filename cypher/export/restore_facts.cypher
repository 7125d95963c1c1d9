// Puts facts back as exported; one that is there stays as it is. One that comes without its embedding waits for it.
//
// tenant:  $user_id
// access:  write
// params:  $rows        LIST<MAP>  fact_id, subject_id, object_id, properties as exported, embedding (or null)
//          $tenant_key  STRING     the user as one word of the full-text index
//          $index_name  STRING     the vector index of the slot of embeddings
//          $ticket      STRING     of that slot
// columns: restored  INTEGER  facts that are there now
//          current   BOOLEAN  whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  UNWIND $rows AS row
  MATCH (subject:Entity {user_id: $user_id, entity_id: row.subject_id})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (subject)-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing)
    ON CREATE SET fact += row.properties, fact.fact_id = row.fact_id, fact.tenant_key = $tenant_key,
                  fact.awaits_embedding = CASE WHEN row.embedding IS NULL THEN true END, fact.user_id = $user_id
  WITH row, fact
  CALL (row, fact) {
    WITH row, fact
    WHERE row.embedding IS NOT NULL AND $index_name <> 'event_embedding_b'
    CALL db.create.setRelationshipVectorProperty(fact, 'embedding', row.embedding)
  }
  CALL (row, fact) {
    WITH row, fact
    WHERE row.embedding IS NOT NULL AND $index_name = 'event_embedding_b'
    CALL db.create.setRelationshipVectorProperty(fact, 'embedding_b', row.embedding)
  }
  RETURN count(fact) AS restored
}
RETURN restored, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
