// The time by the server's clock.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: now  ZONED DATETIME
// order:   one row
CYPHER 25
RETURN datetime.realtime() AS now
