// Removes relationships that carry the user but lead where they must not.
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
MATCH ()-[link {user_id: $user_id}]->()
WHERE elementId(link) IN $keys
DELETE link
RETURN count(*) AS repaired
