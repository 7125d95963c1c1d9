// Events, sessions and entities of users who have no node.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (node:Event|Session|Entity)
WHERE node.user_id IS NOT NULL AND NOT EXISTS { MATCH (user:User {user_id: node.user_id}) RETURN user }
RETURN node.user_id AS user_id, coalesce(node.event_id, node.session_id, node.entity_id) AS id, node.user_id AS key
