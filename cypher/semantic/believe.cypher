// Writes what follows from new evidence: what events state, the facts, the lines of their log, the consumed marks.
//
// One transaction. The user is locked first, so that whoever changes the same user's facts waits, and is refused when
// the facts are no longer those that were read: `written` is false then and nothing was done. So it is when an event
// has changed meanwhile. A fact cannot change its ends, so one that moves is made anew with its id, and its log too. What a
// fact says is embedded afterwards; one that says something else than before waits for that again.
//
// tenant:  $user_id
// access:  write
// params:  $version     INTEGER         of the facts as they were read; -1 where none is changed
//          $entities    LIST<MAP>       entity_id, name, name_key, entity_type, named: made where they are not there
//          $types       LIST<STRING>    as for `semantic.mention`
//          $events      LIST<MAP>       event_id, length, seen_count, redacted_count as read: consumed by this; read_by
//                                       (the language model that did, or null)
//          $forgotten   LIST<MAP>       event_id, slot: what is no longer stated
//          $statements  LIST<MAP>       event_id, object_id, properties
//          $gone        LIST<STRING>    fact ids: no evidence is left
//          $moved       LIST<MAP>       fact_id, subject_id, object_id: of facts whose ends change, the new ones
//          $facts       LIST<MAP>       fact_id, subject_id, object_id, properties
//          $lines       LIST<MAP>       stored_in, object_id, fact_id, event_id, support, properties
//          $refolds     LIST<MAP>       fact_id, line: a line without evidence, as JSON
//          $undone_run  STRING          lines of this run go from the log of the facts `undone`; '' for none
//          $undone      LIST<STRING>    fact ids
//          $tenant_key  STRING          the user as one word of the full-text index
//          $run_id      STRING
//          $at          ZONED DATETIME  belief time
//          $mark        STRING | NULL   what the events wait for from now on; null when they are consumed
// columns: written    BOOLEAN
//          unchanged  BOOLEAN  whether the events are as they were read
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.facts_version = coalesce(user.facts_version, 0)
WITH user
CALL (user) {
  UNWIND $events AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  WHERE size(event.content) = row.length AND size(coalesce(event.seen, [])) = row.seen_count
    AND size(coalesce(event.redacted, [])) = row.redacted_count
  RETURN count(event) AS unchanged
}
WITH user, unchanged = size($events) AS unchanged, $version IN [-1, user.facts_version] AND unchanged = size($events) AS fresh
FOREACH (_ IN CASE WHEN fresh AND $version >= 0 THEN [1] ELSE [] END |
  SET user.facts_version = $version + 1, user.changed = randomUUID())
WITH user, unchanged, fresh
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $entities ELSE [] END AS row
  MERGE (entity:Entity {user_id: $user_id, entity_id: row.entity_id})
    ON CREATE SET entity.name = row.name, entity.name_key = row.name_key, entity.event_count = 0,
                  entity.type_counts = [type IN $types | 0], entity.entity_type = row.entity_type,
                  entity.named = row.named
  RETURN count(entity) AS made
}
CALL (user, fresh) {
  UNWIND CASE WHEN fresh THEN $entities ELSE [] END AS row
  MATCH (entity:Entity {user_id: $user_id, entity_id: row.entity_id})
  WHERE row.entity_type = 'user'
  SET entity.name = user.name
  MERGE (user)-[:IS {user_id: $user_id}]->(entity)
  RETURN count(entity) AS introduced
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $forgotten ELSE [] END AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  MATCH (event)-[said:STATES {user_id: $user_id, slot: row.slot}]->(thing:Entity {user_id: $user_id})
  DELETE said
  RETURN count(thing) AS forgotten
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $statements ELSE [] END AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  CREATE (event)-[said:STATES {user_id: $user_id}]->(thing)
  SET said += row.properties, said.user_id = $user_id, said.run_id = coalesce(said.run_id, $run_id),
      said.at = coalesce(said.at, $at)
  RETURN count(said) AS stated
}
CALL (fresh) {
  UNWIND CASE WHEN fresh AND $undone_run <> '' THEN $undone ELSE [] END AS fact_id
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: fact_id}]->(thing:Entity {user_id: $user_id})
  MATCH (event:Event {user_id: $user_id})-[line:SUPPORTS|DOUBTS {user_id: $user_id, fact_id: fact_id}]->(thing)
  WHERE line.run_id = $undone_run
  DELETE line
  RETURN count(subject) AS undone
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $gone ELSE [] END AS fact_id
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: fact_id}]->(thing:Entity {user_id: $user_id})
  CALL (thing, fact_id) {
    MATCH (event:Event {user_id: $user_id})-[line:SUPPORTS|DOUBTS {user_id: $user_id, fact_id: fact_id}]->(thing)
    DELETE line
    RETURN count(event) AS lines
  }
  DELETE fact
  RETURN count(subject) AS ended
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $moved ELSE [] END AS row
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing:Entity {user_id: $user_id})
  MATCH (new_subject:Entity {user_id: $user_id, entity_id: row.subject_id})
  MATCH (target:Entity {user_id: $user_id, entity_id: row.object_id})
  WITH row, subject, fact, thing, new_subject, target, properties(fact) AS kept
  DELETE fact
  CREATE (new_subject)-[again:FACT {user_id: $user_id}]->(target)
  SET again += kept, again.awaits_embedding = true, again.user_id = $user_id
  REMOVE again.embedding, again.embedding_b
  WITH row, thing, target
  WHERE thing <> target
  CALL (row, thing, target) {
    MATCH (event:Event {user_id: $user_id})-[line:SUPPORTS {user_id: $user_id, fact_id: row.fact_id}]->(thing)
    WITH event, line, target, properties(line) AS kept
    DELETE line
    CREATE (event)-[again:SUPPORTS {user_id: $user_id}]->(target)
    SET again += kept, again.user_id = $user_id
    RETURN count(again) AS supports
  }
  CALL (row, thing, target) {
    MATCH (event:Event {user_id: $user_id})-[line:DOUBTS {user_id: $user_id, fact_id: row.fact_id}]->(thing)
    WITH event, line, target, properties(line) AS kept
    DELETE line
    CREATE (event)-[again:DOUBTS {user_id: $user_id}]->(target)
    SET again += kept, again.user_id = $user_id
    RETURN count(again) AS doubts
  }
  RETURN count(*) AS moved
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $facts ELSE [] END AS row
  MATCH (subject:Entity {user_id: $user_id, entity_id: row.subject_id})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (subject)-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing)
    ON CREATE SET fact.recorded_at = $at, fact.tenant_key = $tenant_key, fact.text = ''
  FOREACH (_ IN CASE WHEN fact.text = row.properties.text THEN [] ELSE [1] END |
    SET fact.awaits_embedding = true
    REMOVE fact.embedding, fact.embedding_b)
  SET fact += row.properties, fact.fact_id = row.fact_id, fact.user_id = $user_id
  RETURN count(fact) AS believed
}
CALL (fresh) {
  UNWIND [row IN $lines WHERE fresh AND row.support = 'supports'] AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.stored_in})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (event)-[line:SUPPORTS {user_id: $user_id, fact_id: row.fact_id, event_id: row.event_id}]->(thing)
    ON CREATE SET line += row.properties, line.user_id = $user_id, line.run_id = $run_id, line.at = $at
  RETURN count(line) AS supported
}
CALL (fresh) {
  UNWIND [row IN $lines WHERE fresh AND row.support = 'doubts'] AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.stored_in})
  MATCH (thing:Entity {user_id: $user_id, entity_id: row.object_id})
  MERGE (event)-[line:DOUBTS {user_id: $user_id, fact_id: row.fact_id, event_id: row.event_id}]->(thing)
    ON CREATE SET line += row.properties, line.user_id = $user_id, line.run_id = $run_id, line.at = $at
  RETURN count(line) AS doubted
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $refolds ELSE [] END AS row
  MATCH (subject:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id, fact_id: row.fact_id}]->(thing:Entity {user_id: $user_id})
  SET fact.refolds = coalesce(fact.refolds, []) + row.line
  RETURN count(subject) AS refolded
}
CALL (fresh) {
  UNWIND CASE WHEN fresh THEN $events ELSE [] END AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  SET event.awaits_facts = $mark,
      event.consumed_at = CASE WHEN $mark IS NULL THEN $at END,
      event.read_by = row.read_by
  RETURN count(event) AS consumed
}
RETURN fresh AS written, unchanged
