// Sessions that do not hang on their user by exactly one HAS_SESSION.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (session:Session)
WHERE session.user_id IS NOT NULL
  AND EXISTS { MATCH (user:User {user_id: session.user_id}) RETURN user }
  AND COUNT { (session)<-[:HAS_SESSION]-(user:User WHERE user.user_id = session.user_id) } <> 1
RETURN session.user_id AS user_id, session.session_id AS id, session.session_id AS key
