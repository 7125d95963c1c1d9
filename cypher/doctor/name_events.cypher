// Names events.
//
// tenant:  $user_id
// access:  write
// params:  $rows  LIST<MAP>  event_id, name
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
UNWIND $rows AS row
MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
SET event.name = row.name
RETURN count(*) AS repaired
