// Links a page of a session's events anew, in their order.
//
// The user is locked as in `episodic.record`, so nothing is recorded in between. A page begins with the last event of
// the page before.
//
// tenant:  $user_id
// access:  write
// params:  $session_id  STRING
//          $since       ZONED DATETIME  occurred_at of the last event of the page before, at first the year 1
//          $after       STRING          its event_id, at first ''
//          $limit       INTEGER         events of a page
// columns: events   INTEGER         in the page
//          last_at  ZONED DATETIME  of the last of them
//          last_id  STRING          of the last of them
// order:   one row
CYPHER 25
CALL () {
  MATCH (user:User {user_id: $user_id})
  SET user.changed = randomUUID()
}
MATCH (user:User {user_id: $user_id})
SET user.last_recorded_at = user.last_recorded_at
WITH user
CALL () {
  MATCH (event:Event {user_id: $user_id, session_id: $session_id})
  WHERE event.event_id IS NOT NULL
    AND (event.occurred_at > $since OR (event.occurred_at = $since AND event.event_id >= $after))
  WITH event
  ORDER BY event.occurred_at, event.event_id
  LIMIT $limit
  RETURN collect(event) AS chain
}
CALL (chain) {
  UNWIND chain AS event
  MATCH (event)-[gap:NEXT {user_id: $user_id}]->()
  DELETE gap
  RETURN count(*) AS cut
}
CALL (chain) {
  UNWIND range(0, size(chain) - 2) AS place
  WITH chain[place] AS event, chain[place + 1] AS following
  CREATE (event)-[:NEXT {user_id: $user_id}]->(following)
  RETURN count(*) AS linked
}
RETURN size(chain) AS events, chain[-1].occurred_at AS last_at, chain[-1].event_id AS last_id
