// A page of the user's sessions as stored, each with the relationships from the user.
//
// tenant:  $user_id
// access:  read
// params:  $after  STRING   the last session id of the page before, at first ''
//          $limit  INTEGER  rows wanted, at most
// columns: session_id  STRING
//          labels      LIST<STRING>
//          properties  MAP
//          links       LIST<MAP>     type, properties
// order:   session_id
CYPHER 25
MATCH (session:Session {user_id: $user_id})
WHERE session.session_id > $after
RETURN session.session_id AS session_id, labels(session) AS labels, properties(session) AS properties,
       COLLECT {
         MATCH (user:User {user_id: $user_id})-[link:HAS_SESSION {user_id: $user_id}]->(session)
         RETURN {type: type(link), properties: properties(link)} AS found
       } AS links
ORDER BY session_id
LIMIT $limit
