// a map
MATCH (e:Event {user_id: $user_id, event_id: $id}) RETURN e.name AS name

// a condition
MATCH (e:Event) WHERE e.event_id = $id AND e.user_id = $user_id RETURN e.name AS name

// a condition the other way round
MATCH (e:Event) WHERE $user_id = e.user_id RETURN e.name AS name

// a condition in the node
MATCH (e:Event WHERE e.user_id = $user_id AND e.a > 1) RETURN e.name AS name

// backticks
MATCH (`e`:`Event` {`user_id`: $user_id}) RETURN `e`.name AS name

// two patterns that share a node
MATCH (e:Event {user_id: $user_id})-[:NEXT]->(f {user_id: $user_id}), (e)<-[:NEXT]-(d:Event {user_id: $user_id})
RETURN d.name AS d, f.name AS f

// OR beside the user
MATCH (e:Event {user_id: $user_id}) WHERE e.a = 1 OR e.b = 2 RETURN e.name AS name

// OR in parentheses beside the user
MATCH (e:Event) WHERE e.user_id = $user_id AND (e.a = 1 OR e.b = 2) RETURN e.name AS n

// search
MATCH (event:Event) SEARCH event IN (VECTOR INDEX event_embedding FOR $embedding
WHERE event.user_id = $user_id AND event.occurred_at >= $since LIMIT $k) SCORE AS similarity
WHERE similarity > 0.5
RETURN event {.event_id} AS event, similarity ORDER BY similarity DESC, event.event_id

// search over a relationship
MATCH ()-[f:FACT]->() SEARCH f IN (VECTOR INDEX fact_embedding FOR $v
WHERE f.user_id = $user_id LIMIT 9) SCORE AS s WITH f, s, startNode(f) AS subject
MATCH (subject)-[:IS {user_id: $user_id}]-(u:User {user_id: $user_id})
RETURN f.text AS text, s, u.name AS name

// search by row
UNWIND $vectors AS v CALL (v) { MATCH (e:Event) SEARCH e IN (VECTOR INDEX event_embedding FOR v
WHERE e.user_id = $user_id LIMIT 9) SCORE AS s RETURN e, s } RETURN e.name AS name, max(s) AS s

// full text
CALL db.index.fulltext.queryNodes('event_text_english', $words, {limit: $k})
YIELD node AS event, score WHERE event.user_id = $user_id AND score > 1
RETURN event.name AS name, score ORDER BY score DESC, name

// full text filtered by WITH
CALL db.index.fulltext.queryNodes('event_text_english', $words) YIELD node, score WITH node, score
WHERE node.user_id = $user_id RETURN node.name AS name ORDER BY score DESC LIMIT 5

// bounded walks
MATCH (hit:Event {user_id: $user_id}) CALL (hit) {
MATCH (e:Event {user_id: $user_id})-[:NEXT*0..1]->(hit) RETURN e UNION
MATCH (hit)-[:NEXT|CAUSED_BY*..4]->(e:Event {user_id: $user_id}) RETURN e } WITH DISTINCT e OPTIONAL
MATCH (e)-[r:NEXT]->{1,3}(f {user_id: $user_id}) RETURN e.name AS name, size(r) AS steps, f.name AS f

// a quantified path
MATCH p = (e:Event {user_id: $user_id}) ((a {user_id: $user_id})-[:NEXT]->(b)
WHERE b.user_id = $user_id){1,4} (f:Event {user_id: $user_id})
RETURN [n IN nodes(p) | n.name] AS names, size(a) + size(b) AS steps

// shortest paths
MATCH p = SHORTEST 2 (e:Event {user_id: $user_id})-[:NEXT]-{1,9}(f:Event {user_id: $user_id})
RETURN length(p) AS n UNION
MATCH q = shortestPath((e:Event {user_id: $user_id})-[*..5]-(f:Event {user_id: $user_id}))
RETURN length(q) AS n

// subqueries in expressions
MATCH (e:Event {user_id: $user_id}) WHERE EXISTS { (e)-[:MENTIONS]->(:Entity {user_id: $user_id}) }
AND COUNT { MATCH (e)-[:NEXT]->(f:Event) WHERE f.user_id = $user_id RETURN f } > 1
AND NOT (e)-[:CAUSED_BY]->(e) RETURN e {.name, of: [(e)-[:MENTIONS]->(n)
WHERE n.user_id = $user_id | n.name]} AS event

// the user read
MATCH (u:User {user_id: $user_id}) RETURN u {.user_id, .name} AS user ORDER BY u.user_id DESC

// writing
UNWIND $rows AS row MERGE (s:Session {user_id: $user_id, session_id: row.session_id}) ON CREATE
SET s.name = left(row.session_id, 40), s.started_at = row.at ON MATCH SET s.seen = true
CREATE (e:Event:UserEvent {user_id: $user_id, event_id: row.event_id})-[:IN_SESSION {user_id: $user_id}]->(s)
SET e += row.properties, e.user_id = $user_id SET e += {a: row.a, b: 2} REMOVE e.c, e:TransientEvent
WITH e, row CALL db.create.setNodeVectorProperty(e, 'embedding', row.embedding)
FOREACH (_ IN CASE row.role WHEN 'user' THEN [1] ELSE [] END | SET e:UserEvent)
RETURN collect(e {.event_id}) AS events

// deleting
MATCH (e:Event {user_id: $user_id})-[gap:NEXT]->(f:Event {user_id: $user_id}) DELETE gap
WITH DISTINCT e DETACH DELETE e RETURN count(*) AS gone

// index hints
MATCH (e:Event {user_id: $user_id, session_id: $s}) USING INDEX e:Event(user_id, session_id, occurred_at, event_id)
WHERE e.occurred_at < $at RETURN e.name AS name

// names that are keywords elsewhere
MATCH (e:Event {user_id: $user_id}) WITH e, e.end AS end_of, {order: 1, case: 2, set: e.match} AS of
RETURN of.order AS order, end_of

// the clauses of Cypher 25
MATCH (e:Event {user_id: $user_id}) LET n = e.name FILTER n STARTS WITH $x ORDER BY n LIMIT 3
RETURN n

// a node of the store asked for by itself
MATCH (e:Event {user_id: $user_id, event_id: $id})
RETURN e.name AS name, EXISTS { (:Encoder {index_name: $index_name, ticket: $ticket}) } AS current

// a node of the store asked for before anything else
WITH EXISTS { MATCH (:Encoder {index_name: $index_name}) RETURN 1 AS one } AS current
MATCH (e:Event {user_id: $user_id}) RETURN e.name AS name, current
