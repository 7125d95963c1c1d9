// Waits until every index is filled.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  read
// params:  $seconds  INTEGER  at most
// columns: none
// order:   none
CYPHER 25
CALL db.awaitIndexes($seconds)
