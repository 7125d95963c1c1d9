// Notes that every event of the user was analysed by the rules in force, or waits for it.
//
// tenant:  $user_id
// access:  write
// params:  $version  INTEGER  of the rules in force
// columns: version  INTEGER
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.analysed_as = $version
RETURN user.analysed_as AS version
