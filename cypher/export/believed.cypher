// How many times the user's facts were changed here, and which of some events the user has.
//
// tenant:  $user_id
// access:  read
// params:  $event_ids  LIST<STRING>
// columns: version  INTEGER       0 where there never was a fact
//          there    LIST<STRING>  event ids
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
RETURN coalesce(user.facts_version, 0) AS version,
       COLLECT {
         UNWIND $event_ids AS event_id
         MATCH (event:Event {user_id: $user_id, event_id: event_id})
         RETURN event.event_id AS id
       } AS there
