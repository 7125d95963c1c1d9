// Puts causes back as exported; one that is there stays as it is.
//
// tenant:  $user_id
// access:  write
// params:  $rows  LIST<MAP>  number, event_id, cause_id, properties as exported
// columns: missing  LIST<INTEGER>  numbers of the rows of which this user lacks an event
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
UNWIND $rows AS row
OPTIONAL MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
OPTIONAL MATCH (cause:Event {user_id: $user_id, event_id: row.cause_id})
FOREACH (_ IN CASE WHEN event IS NULL OR cause IS NULL THEN [] ELSE [1] END |
  MERGE (event)-[link:CAUSED_BY {user_id: $user_id}]->(cause)
    ON CREATE SET link += row.properties, link.user_id = $user_id
)
WITH row, event, cause
WHERE event IS NULL OR cause IS NULL
RETURN collect(row.number) AS missing
