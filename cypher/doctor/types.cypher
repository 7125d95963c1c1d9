// Properties that are missing, or of another type than described; nodes and relationships.
//
// Community has no constraints on types. Only what is wrong is grouped, so little is held.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $described  MAP  by label or relationship type: types (by property), required (properties)
// columns: label    STRING
//          key      STRING
//          found    STRING   its type; NULL where it is missing
//          count    INTEGER
//          first    STRING   id of one of them
//          last     STRING   id of another
// order:   label, then key
CYPHER 25
CALL () {
  MATCH (node)
  UNWIND labels(node) AS label
  WITH label, properties(node) AS held, elementId(node) AS element
  WHERE $described[label] IS NOT NULL
  RETURN label, held,
         coalesce(toStringOrNull(held.event_id), toStringOrNull(held.session_id), toStringOrNull(held.user_id), element) AS id
  UNION ALL
  MATCH ()-[link]->()
  WITH type(link) AS label, properties(link) AS held, elementId(link) AS id
  WHERE $described[label] IS NOT NULL
  RETURN label, held, id
}
UNWIND keys($described[label].types) AS key
WITH label, key, id, key IN $described[label].required AS required, $described[label].types[key] AS expected,
     replace(valueType(held[key]), ' NOT NULL', '') AS found
WHERE CASE found WHEN 'NULL' THEN required ELSE NOT found IN [expected, 'LIST<NOTHING>'] END
RETURN label, key, found, count(*) AS count, min(id) AS first, max(id) AS last
ORDER BY label, key
