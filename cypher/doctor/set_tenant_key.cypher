// Puts the right tenant key on a page of the user's events that have another.
//
// tenant:  $user_id
// access:  write
// params:  $tenant_key  STRING   the user as one word of the full-text index
//          $limit       INTEGER  events of a page
// columns: repaired  INTEGER
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MATCH (event:Event {user_id: $user_id})
WHERE event.tenant_key IS NULL OR event.tenant_key <> $tenant_key
WITH event
LIMIT $limit
SET event.tenant_key = $tenant_key
RETURN count(*) AS repaired
