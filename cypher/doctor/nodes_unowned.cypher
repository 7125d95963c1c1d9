// Nodes that should belong to a user and carry no user_id.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (node)
WHERE node.user_id IS NULL AND none(label IN labels(node) WHERE label IN ['Encoder', 'Migration'])
RETURN null AS user_id, coalesce(toStringOrNull(node.event_id), toStringOrNull(node.session_id), toStringOrNull(node.entity_id), elementId(node)) AS id,
       elementId(node) AS key
