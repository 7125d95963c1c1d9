// a node without the user
MATCH (e:Event) WHERE e.event_id = $id AND $user_id = $user_id RETURN e.name AS name

// no user anywhere
MATCH (e:Event {event_id: $id}) RETURN e.name AS name

// a second node without the user
MATCH (e:Event {user_id: $user_id}), (f:Event) RETURN f.name AS name

// the far end of a relationship
MATCH (e:Event {user_id: $user_id})-[:MENTIONS]->(n:Entity) RETURN n.name AS name

// a node without a label
MATCH (e:Event {user_id: $user_id}) MATCH (n) RETURN n.name AS name

// a nameless node
MATCH (e:Event {user_id: $user_id})-[:MENTIONS]->(:Entity) RETURN e.name AS name

// a nameless node without anything
MATCH ()-[f:FACT]->() WHERE f.fact_id = $id AND $user_id <> '' RETURN f.text AS text

// the user compared by OR
MATCH (e:Event) WHERE e.user_id = $user_id OR e.shared = true RETURN e.name AS name

// something else compared by OR before the user
MATCH (e:Event) WHERE e.a = 1 OR e.user_id = $user_id RETURN e.name AS name

// the user compared by XOR
MATCH (e:Event) WHERE e.user_id = $user_id XOR e.shared RETURN e.name AS name

// OR after AND
MATCH (e:Event) WHERE e.user_id = $user_id AND e.a = 1 OR e.b = 2 RETURN e.name AS name

// the user negated
MATCH (e:Event) WHERE NOT e.user_id = $user_id RETURN e.name AS name

// another comparison
MATCH (e:Event) WHERE e.user_id <> $user_id RETURN e.name AS name

// a prefix of the user
MATCH (e:Event) WHERE e.user_id STARTS WITH $user_id RETURN e.name AS name

// a list of users
MATCH (e:Event) WHERE e.user_id IN [$user_id, $other] RETURN e.name AS name

// the user from a row
UNWIND $rows AS row MATCH (e:Event {user_id: row.user_id}) WHERE $user_id <> '' RETURN e.name AS n

// another parameter
MATCH (e:Event {user_id: $other}) WHERE $user_id <> '' RETURN e.name AS name

// the user with something added
MATCH (e:Event {user_id: $user_id + $suffix}) RETURN e.name AS name

// a chained comparison
MATCH (e:Event) WHERE e.user_id = $user_id = false RETURN e.name AS name

// the comparison inside CASE
MATCH (e:Event) WHERE CASE WHEN true AND e.user_id = $user_id AND true THEN true ELSE true END
RETURN e.name AS n

// the comparison inside parentheses with OR
MATCH (e:Event) WHERE (e.user_id = $user_id OR true) RETURN e.name AS n

// the comparison only in an optional part
MATCH (e:Event) OPTIONAL MATCH (f:Event) WHERE f.user_id = $user_id RETURN e.name AS name

// the comparison in a later clause
MATCH (e:Event) WITH e WHERE e.user_id = $user_id RETURN e.name AS name

// the comparison of another node
MATCH (e:Event), (f:Event) WHERE e.user_id = $user_id AND e.user_id = f.user_id RETURN f.name AS name

// the user in a comment
MATCH (e:Event /* {user_id: $user_id} */) WHERE $user_id <> '' RETURN e.name AS name

// the user in a string
MATCH (e:Event) WHERE e.name = '{user_id: $user_id}' AND $user_id <> '' RETURN e.name AS n

// a name that has left the scope
MATCH (e:Event {user_id: $user_id}) WITH e.event_id AS id
MATCH (e)-[:NEXT]->(f:Event {user_id: $user_id}) RETURN f.name AS name, id

// a name from inside a subquery
CALL () { MATCH (e:Event {user_id: $user_id}) RETURN count(e) AS n } MATCH (e)
RETURN e.name AS name, n

// a subquery that did not import the name
MATCH (e:Event {user_id: $user_id}) CALL () { MATCH (e)-[:NEXT]->(f:Event {user_id: $user_id})
RETURN f } RETURN f.name AS name

// a name from the other branch of UNION
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name UNION MATCH (e) RETURN e.name AS name

// the name of a list comprehension
WITH [e IN $ids | e] AS ids, $user_id AS u MATCH (e) RETURN e.name AS name, ids

// a pattern in EXISTS
MATCH (e:Event {user_id: $user_id}) WHERE EXISTS { (e)-[:MENTIONS]->(:Entity) } RETURN e.name AS name

// a query in COUNT
MATCH (u:User {user_id: $user_id}) RETURN COUNT { MATCH (e:Event) RETURN e } AS n

// a query in COLLECT
MATCH (u:User {user_id: $user_id}) RETURN COLLECT { MATCH (e:Event) RETURN e.name } AS n

// a pattern in a condition
MATCH (e:Event {user_id: $user_id}) WHERE (e)-[:CAUSED_BY]->(:Event) RETURN e.name AS name

// a pattern comprehension
MATCH (e:Event {user_id: $user_id}) RETURN [(e)-[:MENTIONS]->(n:Entity) | n.name] AS names

// a pattern comprehension in a map
MATCH (e:Event {user_id: $user_id}) RETURN e {.name, of: [(e)-[:MENTIONS]->(n)
WHERE n.x = 1 | n.name]} AS event

// a pattern comprehension with OR
MATCH (e:Event {user_id: $user_id}) RETURN [(e)-[:MENTIONS]->(n)
WHERE n.user_id = $user_id OR n.public | n.name] AS names

// an unbounded path
MATCH (e:Event {user_id: $user_id})-[:NEXT*]->(f:Event {user_id: $user_id}) RETURN f.name AS n

// a path bounded below only
MATCH (e:Event {user_id: $user_id})-[:NEXT*2..]->(f {user_id: $user_id}) RETURN f.name AS n

// an unbounded quantifier
MATCH (e:Event {user_id: $user_id})-[:NEXT]->+(f {user_id: $user_id}) RETURN f.name AS n

// an unbounded quantified path
MATCH (e:Event {user_id: $user_id}) (({user_id: $user_id})-[:NEXT]->({user_id: $user_id})){2,} (f {user_id: $user_id})
RETURN f.name AS n

// an endless path
MATCH (e:Event {user_id: $user_id})-[:NEXT*..100000]->(f {user_id: $user_id}) RETURN f.name AS n

// a node inside a quantified path
MATCH (e:Event {user_id: $user_id}) ((a)-[:NEXT]->(b)){1,4} (f:Event {user_id: $user_id})
RETURN f.name AS n

// a condition outside a quantified path
MATCH (e:Event {user_id: $user_id}) ((a)-[:NEXT]->(b)){1,4} (f:Event {user_id: $user_id})
WHERE a.user_id = $user_id AND b.user_id = $user_id RETURN f.name AS n

// a shortest path
MATCH p = shortestPath((e:Event {user_id: $user_id})-[:NEXT*..5]-(f:Event)) RETURN length(p) AS n

// a search without the user
MATCH (e:Event) SEARCH e IN (VECTOR INDEX event_embedding FOR $v LIMIT 5) SCORE AS s
WHERE $user_id <> '' RETURN e.name AS n, s

// a search filtered after the index
MATCH (e:Event) SEARCH e IN (VECTOR INDEX event_embedding FOR $v LIMIT 5) SCORE AS s
WHERE e.user_id = $user_id RETURN e.name AS n, s

// a search filtered by the pattern
MATCH (e:Event {user_id: $user_id}) SEARCH e IN (VECTOR INDEX event_embedding FOR $v
WHERE e.a = 1 LIMIT 5) RETURN e.name AS n

// a procedure without a filter
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD node, score WHERE $user_id <> ''
RETURN node.name AS n, score

// a procedure filtered too late
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD node, score
WITH node, score ORDER BY score LIMIT 10 WITH node WHERE node.user_id = $user_id
RETURN node.name AS n

// a procedure filtered after a limit
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD node, score
WITH node, score ORDER BY score LIMIT 10 WHERE node.user_id = $user_id RETURN node.name AS n

// a procedure whose yield is renamed
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD node AS e, score AS node
WHERE node.user_id = $user_id RETURN e.name AS n

// only the score of a procedure
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD score WHERE $user_id <> ''
RETURN max(score) AS s

// a procedure that is not known
CALL apoc.cypher.run($text, {}) YIELD value WHERE $user_id <> '' RETURN value AS v

// the vector index by its procedure
CALL db.index.vector.queryNodes('event_embedding', 5, $v) YIELD node, score
WHERE node.user_id = $user_id RETURN node.name AS n

// a created node
CREATE (e:Event {event_id: $id}) SET e.user_id = $user_id

// a created node of another user
CREATE (e:Event {user_id: $other, event_id: $id, x: $user_id})

// a created node from a map
CREATE (e:Event $properties) SET e.user_id = $user_id

// a merged node
MERGE (e:Event {event_id: $id}) ON CREATE SET e.user_id = $user_id

// a merged node with the user afterwards
MERGE (s:Session {session_id: $id}) SET s.user_id = $user_id

// a created relationship
MATCH (e:Event {user_id: $user_id, event_id: $a}), (f:Event {user_id: $user_id, event_id: $b})
CREATE (e)-[:NEXT]->(f)

// a merged relationship
MATCH (e:Event {user_id: $user_id, event_id: $a}), (f:Event {user_id: $user_id, event_id: $b})
MERGE (e)-[r:NEXT {fact_id: $a}]->(f) SET r.user_id = $user_id

// a relationship to a new node
MATCH (e:Event {user_id: $user_id}) CREATE (e)-[:NEXT {user_id: $user_id}]->(:Event {a: 1})

// a relationship to a name not in scope
MATCH (e:Event {user_id: $user_id}) MERGE (e)-[:IS {user_id: $user_id}]->(f)

// a written user
MATCH (e:Event {user_id: $user_id}) SET e.user_id = $other

// a written user with something added
MATCH (e:Event {user_id: $user_id}) SET e.user_id = $user_id + $suffix

// a written user from a list
MATCH (e:Event {user_id: $user_id}) SET e.user_id = $user_id[0]

// a removed user
MATCH (e:Event {user_id: $user_id}) REMOVE e.user_id

// a map that replaces everything
MATCH (e:Event {user_id: $user_id}) SET e = $properties

// a map that may hold a user
UNWIND $rows AS row MATCH (e:Event {user_id: $user_id}) SET e += row.properties

// a map written out with another user
MATCH (e:Event {user_id: $user_id}) SET e += {user_id: $other}

// a property by a computed name
MATCH (e:Event {user_id: $user_id}) SET e[$key] = $value

// a property by the name in a string
MATCH (e:Event {user_id: $user_id}) SET e['user_id'] = $value

// a vector written to a computed name
MATCH (e:Event {user_id: $user_id}) CALL db.create.setNodeVectorProperty(e, $key, $v)
RETURN e.name AS n

// writing inside FOREACH
MATCH (u:User {user_id: $user_id}) FOREACH (x IN $ids | MERGE (e:Event {event_id: x}))

// deleting what is not in scope
MATCH (e:Event {user_id: $user_id}) MATCH (f:Event) DETACH DELETE f

// INSERT
MATCH (e:Event {user_id: $user_id}) INSERT (f:Event {event_id: $id})

// INSERT behind a condition
MATCH (e:Event {user_id: $user_id}) WHERE e.a = 1 INSERT (f:Event {event_id: $id})

// a second query after NEXT
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name NEXT MATCH (f:Event) RETURN f.name AS n

// a clause after RETURN
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name MATCH (f:Event) RETURN f.name AS n

// another database
USE other MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name

// a file
LOAD CSV FROM $url AS row MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name, row

// a label by a parameter
MATCH (e:$($label) {user_id: $user_id}) RETURN e.name AS name

// a letter that only looks right
MATCH (e:Event {usеr_id: $user_id}) RETURN e.name AS name

// a clause that is not known
MATCH (e:Event {user_id: $user_id}) WHERE e.a = 1 FETCH (f:Event) RETURN e.name AS name

// a condition between queries
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS n UNION WHEN true THEN MATCH (f:Event)
RETURN f.name AS n

// a query in braces
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS n UNION { MATCH (f:Event) RETURN f.name AS n }

// a procedure on its own
CALL db.index.fulltext.queryNodes('event_text', $user_id)

// everything a procedure yields
CALL db.index.fulltext.queryNodes('event_text', $user_id) YIELD * RETURN node.name AS n

// transactions inside the query
MATCH (e:Event {user_id: $user_id}) CALL (e) { DELETE e } IN TRANSACTIONS OF 10 ROWS

// the old form of a subquery
MATCH (e:Event {user_id: $user_id}) CALL { WITH e RETURN e.name AS name } RETURN name

// a bracket too few
MATCH (e:Event {user_id: $user_id} RETURN e.name AS name

// a name in backticks that hides a key
MATCH (e:Event {`user_id: $user_id, x`: $user_id}) RETURN e.name AS name

// a vector written over the user
MATCH (e:Event {user_id: $user_id}) CALL db.create.setNodeVectorProperty(e, 'user_id', $v) RETURN e.name AS n

// a named end of a relationship that is the user's
MATCH (a)-[f:FACT {user_id: $user_id}]->(:Entity {user_id: $user_id}) RETURN a.name AS name

// a relationship made under a name that is taken
MATCH (e:Event {user_id: $user_id})-[r:NEXT]->(f:Event {user_id: $user_id}) CREATE (f)-[r:CAUSED_BY]->(e)

// a procedure whose yield is renamed afterwards
CALL db.index.fulltext.queryNodes('event_text', $words) YIELD node
WITH node AS e, {user_id: $user_id} AS node WHERE node.user_id = $user_id RETURN e.name AS n

// nothing of anybody
RETURN 1 AS one

// a node of the store with a name
MATCH (e:Event {user_id: $user_id}) MATCH (store:Encoder {index_name: $i}) RETURN store.name AS name

// a node of the store that leads to others
MATCH (e:Event {user_id: $user_id}) RETURN EXISTS { (:Encoder {index_name: $i})--(f) } AS found

// a node of the store joined to an event
MATCH (e:Event {user_id: $user_id}) CREATE (e)-[:BY {user_id: $user_id}]->(:Encoder {index_name: $i})

// a node of the store or of anybody
MATCH (e:Event {user_id: $user_id}) RETURN EXISTS { (:Encoder|Event) } AS found

// a node of the store that is somebody's as well
MATCH (e:Event {user_id: $user_id}) RETURN COUNT { (:Encoder:Event) } AS found

// a node of the store that is made
MATCH (e:Event {user_id: $user_id}) MERGE (:Encoder {index_name: $i})
