// Users in whose life it is time to look for what recurs, in the order of their ids.
//
// Not one whose facts an import is just bringing back.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $before  ZONED DATETIME  those of whom it was looked for before that, and who have recorded since
//          $after   STRING          the last user id of the page before, at first ''
//          $limit   INTEGER         rows wanted, at most
// columns: user_id  STRING
// order:   user_id
CYPHER 25
MATCH (user:User)
WHERE user.user_id > $after AND user.last_recorded_at IS NOT NULL
  AND (user.reflected_at IS NULL OR (user.reflected_at < $before AND user.last_recorded_at > user.reflected_at))
  AND NOT EXISTS { MATCH (event:Event {user_id: user.user_id, awaits_facts: 'restored'}) RETURN event }
RETURN user.user_id AS user_id
ORDER BY user_id
LIMIT $limit
