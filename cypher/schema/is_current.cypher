// Whether the ticket of a slot is still the one on record.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  read
// params:  $index_name  STRING  the vector index of the slot
//          $ticket      STRING  as this process took it up
// columns: current  BOOLEAN
// order:   one row
CYPHER 25
RETURN EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current
