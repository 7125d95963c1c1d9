// A page of the user's events that wait for being analysed, with what is analysed.
//
// tenant:  $user_id
// access:  read
// params:  $characters  INTEGER  of each content, at most
//          $limit       INTEGER  rows wanted, at most
// columns: event_id    STRING
//          actor       STRING
//          actor_role  STRING
//          content     STRING   its beginning
//          length      INTEGER  of the whole content
//          seen        INTEGER  further occurrences
//          redacted    INTEGER  places where something was taken out
// order:   event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id, awaits_analysis: true})
RETURN event.event_id AS event_id, event.actor AS actor, event.actor_role AS actor_role,
       left(event.content, $characters) AS content, size(event.content) AS length,
       size(coalesce(event.seen, [])) AS seen, size(coalesce(event.redacted, [])) AS redacted
ORDER BY event_id
LIMIT $limit
