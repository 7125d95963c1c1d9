// The user as stored, and how much there is of the user.
//
// tenant:  $user_id
// access:  read
// params:  none
// columns: labels      LIST<STRING>
//          properties  MAP
//          sessions    INTEGER
//          events      INTEGER
// order:   none
CYPHER 25
MATCH (user:User {user_id: $user_id})
RETURN labels(user) AS labels, properties(user) AS properties,
       COUNT { MATCH (session:Session {user_id: $user_id}) RETURN session } AS sessions,
       COUNT { MATCH (event:Event {user_id: $user_id}) RETURN event } AS events
