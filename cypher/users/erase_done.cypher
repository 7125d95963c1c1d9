// Strikes users that were erased off the list of those that are to be; with the last one the keeper of the list goes.
//
// In one statement, so that nobody adds to the list between its being found empty and its end. A keeper with sessions
// is a user in their own right, and stays.
//
// tenant:  $user_id
// access:  write
// params:  $ids     LIST<STRING>  user ids that are gone
// columns: waiting  LIST<STRING>  user ids that are still to be erased
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.waiting = [id IN coalesce(user.waiting, []) WHERE NOT id IN $ids]
WITH user, user.waiting AS waiting, EXISTS { (user)-[:HAS_SESSION]->(:Session {user_id: $user_id}) } AS has_sessions
FOREACH (_ IN CASE WHEN size(waiting) = 0 AND NOT has_sessions THEN [1] ELSE [] END | DELETE user)
RETURN waiting
