// Has events wait for being analysed.
//
// tenant:  $user_id
// access:  write
// params:  $keys  LIST<STRING>  event ids
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
UNWIND $keys AS key
MATCH (event:Event {user_id: $user_id, event_id: key})
SET event.awaits_analysis = true
RETURN count(*) AS repaired
