// Relationships inside one user that carry no user_id, or that of another.
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
WHERE source.user_id = target.user_id AND (link.user_id IS NULL OR link.user_id <> source.user_id)
RETURN source.user_id AS user_id,
       type(link) + ' ' + coalesce(toStringOrNull(source.event_id), toStringOrNull(source.session_id), toStringOrNull(source.user_id), '?') AS id,
       elementId(link) AS key
