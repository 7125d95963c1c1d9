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
  WITH label, properties(node) AS all, elementId(node) AS element
  WHERE $described[label] IS NOT NULL
  RETURN label, all, coalesce(toStringOrNull(all.event_id), toStringOrNull(all.session_id), toStringOrNull(all.user_id), element) AS id
  UNION ALL
  MATCH ()-[link]->()
  WITH type(link) AS label, properties(link) AS all, elementId(link) AS id
  WHERE $described[label] IS NOT NULL
  RETURN label, all, id
}
WITH label, all, id, $described[label].types AS types, $described[label].required AS required
UNWIND [
  key IN keys(types)
  WHERE CASE
    WHEN all[key] IS NULL THEN key IN required
    ELSE NOT replace(valueType(all[key]), ' NOT NULL', '') IN [types[key], 'LIST<NOTHING>']
  END
] AS key
RETURN label, key, replace(valueType(all[key]), ' NOT NULL', '') AS found, count(*) AS count, min(id) AS first, max(id) AS last
ORDER BY label, key
