// Relationships that lead from one user to another.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (source)-[link]->(target)
WHERE source.user_id <> target.user_id
RETURN link.user_id AS user_id,
       type(link) + ' ' + coalesce(toStringOrNull(source.event_id), toStringOrNull(source.session_id), toStringOrNull(source.user_id), '?') + ' -> '
         + coalesce(toStringOrNull(target.event_id), toStringOrNull(target.session_id), toStringOrNull(target.user_id), '?') AS id,
       elementId(link) AS key
