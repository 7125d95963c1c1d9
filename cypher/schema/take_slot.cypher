// Takes the slot that is not active, and marks it as being emptied; what is in it stays on record as its encoder's.
//
// Setting a property of the active slot's node takes its write lock before its state is read, as `schema.switch_slots`
// does: so this never takes a slot that has just become active. A new ticket locks out whoever filled the slot before.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name         STRING          the vector index of the slot
//          $active_index_name  STRING          that of the active one
//          $active_ticket      STRING          its ticket
//          $model              STRING          name of the model that will fill the slot, for one that was not in use
//          $dimension          INTEGER         of its embeddings
//          $query_prefix       STRING          put before cues
//          $passage_prefix     STRING          put before texts
//          $means              STRING          digest of the mean vectors
//          $ticket             STRING          random
//          $claimed_at         ZONED DATETIME  now
// columns: taken  BOOLEAN  false when another slot is active than was said
// order:   one row
CYPHER 25
OPTIONAL MATCH (active:Encoder {index_name: $active_index_name})
SET active.claimed_at = active.claimed_at
WITH active
WHERE active.state = 'active' AND active.ticket = $active_ticket
MERGE (encoder:Encoder {index_name: $index_name})
  ON CREATE SET
    encoder.name = $model, encoder.model = $model, encoder.dimension = $dimension,
    encoder.query_prefix = $query_prefix, encoder.passage_prefix = $passage_prefix, encoder.means = $means
SET encoder.ticket = $ticket, encoder.state = 'emptying', encoder.claimed_at = $claimed_at
RETURN count(encoder) > 0 AS taken
