// Sessions and users without a name, which Browser would show.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (node:Session|User)
WHERE node.user_id IS NOT NULL AND (node.name IS NULL OR node.name = '')
RETURN node.user_id AS user_id, coalesce(node.session_id, node.user_id) AS id, node.session_id AS key
