// Makes the filled slot the active one, and the one that was active a slot to be emptied: all or nothing.
//
// Whoever held the old slot's ticket is refused from here on. Setting properties takes both nodes' write locks before
// their states are read.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  write
// params:  $index_name         STRING  the vector index of the filled slot
//          $ticket             STRING  its ticket, which it keeps
//          $active_index_name  STRING  that of the active one
//          $active_ticket      STRING  its ticket
//          $retired_ticket     STRING  random, for the slot that was active
// columns: switched  BOOLEAN  false when one of the two is not what was said
// order:   one row
CYPHER 25
OPTIONAL MATCH (active:Encoder {index_name: $active_index_name})
OPTIONAL MATCH (filled:Encoder {index_name: $index_name})
SET active.claimed_at = active.claimed_at, filled.claimed_at = filled.claimed_at
WITH active, filled
WHERE active.state = 'active' AND active.ticket = $active_ticket
  AND filled.state = 'filling' AND filled.ticket = $ticket
SET active.state = 'emptying', active.ticket = $retired_ticket, filled.state = 'active'
RETURN count(filled) > 0 AS switched
