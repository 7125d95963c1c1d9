// Notes users that are to be erased, on the user who keeps the list.
//
// The list is a property of its keeper, since a query sees one user only: nothing can go through all users and look
// for those that were left behind.
//
// tenant:  $user_id
// access:  write
// params:  $ids         LIST<STRING>    user ids to be noted
//          $created_at  ZONED DATETIME  for a keeper who was not there
// columns: waiting     LIST<STRING>    user ids that are to be erased, those of $ids included
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
  ON CREATE SET user.name = left($user_id, 40), user.created_at = $created_at
SET user.waiting = coalesce(user.waiting, []) + [id IN $ids WHERE NOT id IN coalesce(user.waiting, [])]
RETURN user.waiting AS waiting
