// Puts the user on relationships between two nodes of the user.
//
// tenant:  $user_id
// access:  write
// params:  $keys  LIST<STRING>  element ids
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MATCH (source {user_id: $user_id})-[link]->(target {user_id: $user_id})
WHERE elementId(link) IN $keys
SET link.user_id = $user_id
RETURN count(*) AS repaired
