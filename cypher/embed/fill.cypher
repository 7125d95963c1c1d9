// Puts embeddings of the user's events into a slot.
//
// Events that were erased meanwhile are left out; none of them waits any longer. The ticket is read after the writing has begun, for the reason given
// in `episodic.record`.
//
// tenant:  $user_id
// access:  write
// params:  $rows        LIST<MAP>  event_id, embedding
//          $index_name  STRING     the vector index of the slot
//          $ticket      STRING     of the rebuild that fills it
// columns: filled   INTEGER  events that were there
//          current  BOOLEAN  whether the ticket is on record; if not, nothing is stored
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
UNWIND $rows AS row
MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
CALL (event, row) {
  WITH event, row
  WHERE $index_name <> 'event_embedding_b'
  CALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)
}
CALL (event, row) {
  WITH event, row
  WHERE $index_name = 'event_embedding_b'
  CALL db.create.setNodeVectorProperty(event, 'embedding_b', row.embedding)
}
REMOVE event.awaits_embedding
WITH count(event) AS filled
RETURN filled, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
