// Puts embeddings of the user's facts into a slot.
//
// A fact that is gone, or says something else by now, is left out; it waits for the embedding of what it says. The
// ticket is read after the writing has begun, for the reason given in `episodic.record`.
//
// tenant:  $user_id
// access:  write
// params:  $rows        LIST<MAP>  fact_id, text, embedding
//          $index_name  STRING     the vector index of the slot
//          $ticket      STRING     of the rebuild that fills it
// columns: filled   INTEGER  facts that were there
//          current  BOOLEAN  whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
CALL () {
  UNWIND $rows AS row
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing:Entity {user_id: $user_id})
  SET fact.user_id = $user_id
  WITH row, fact
  WHERE fact.text = row.text
  CALL (fact, row) {
    WITH fact, row
    WHERE $index_name <> 'event_embedding_b'
    CALL db.create.setRelationshipVectorProperty(fact, 'embedding', row.embedding)
  }
  CALL (fact, row) {
    WITH fact, row
    WHERE $index_name = 'event_embedding_b'
    CALL db.create.setRelationshipVectorProperty(fact, 'embedding_b', row.embedding)
  }
  SET fact.awaits_embedding = CASE
    WHEN EXISTS { (:Encoder {index_name: $index_name, state: 'active'}) } THEN null
    ELSE fact.awaits_embedding
  END
  RETURN count(fact) AS filled
}
RETURN filled, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
