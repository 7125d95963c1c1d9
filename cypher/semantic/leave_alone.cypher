// Has judgements that somebody has undone left alone, or no longer.
//
// tenant:  $user_id
// access:  write
// params:  $slots  LIST<STRING>
//          $leave  BOOLEAN       false: they may be made again
// columns: left_alone  LIST<STRING>
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.changed = randomUUID()  // takes the lock before what is there is read
WITH user, [slot IN coalesce(user.left_alone, []) WHERE NOT slot IN $slots] + CASE WHEN $leave THEN $slots ELSE [] END AS left
SET user.left_alone = CASE WHEN size(left) > 0 THEN left END
RETURN left AS left_alone
