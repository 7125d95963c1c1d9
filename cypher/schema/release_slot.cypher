// Forgets a slot that was emptied.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name  STRING  the vector index of the slot
//          $ticket      STRING  of whoever emptied it
// columns: none
// order:   none
CYPHER 25
MATCH (encoder:Encoder {index_name: $index_name, ticket: $ticket, state: 'emptying'})
DELETE encoder
