// a node of a user
MATCH (e:Event) RETURN count(e) AS n

// any node
MATCH (n) RETURN count(n) AS n

// one label or another
MATCH (n:Migration|Event) RETURN count(n) AS n

// a relationship
MATCH (m:Migration)-[:OF]->(n:Encoder) RETURN count(n) AS n

// a created node of a user
CREATE (e:Event {event_id: $id})

// a label put on
MATCH (m:Migration) SET m:Event

// a search
MATCH (e:Encoder) SEARCH e IN (VECTOR INDEX x FOR $v LIMIT 5) RETURN e.name AS name

// full text
CALL db.index.fulltext.queryNodes('event_text_english', $words) YIELD node RETURN node.name AS name
