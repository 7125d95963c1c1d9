// What the write gate has done for a user: what was kept and why, what was refused, repeated and redacted.
//
// tenant:  $user_id
// access:  read
// params:  none
// columns: kept         LIST<MAP>     reason, events, importance (their mean), by number of events
//          refused      LIST<STRING>  "day reason count", as stored on the user
//          events       INTEGER
//          transient    INTEGER       refused, and still there for the window of their session
//          repetitions  INTEGER       further occurrences of events
//          explicit     INTEGER       asked to be remembered
//          unverified   INTEGER       guesses of agents
//          redacted     LIST<MAP>     type, places: what was taken out before it was stored
// order:   one row
CYPHER 25
OPTIONAL MATCH (user:User {user_id: $user_id})
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WITH coalesce(event.gate_reason, 'unknown') AS reason, count(event) AS events, avg(event.importance) AS importance,
       sum(size(coalesce(event.seen, []))) AS repetitions,
       count(CASE WHEN event.explicit THEN 1 END) AS explicit, count(CASE WHEN event.unverified THEN 1 END) AS unverified
  ORDER BY events DESC, reason
  RETURN collect({reason: reason, events: events, importance: importance}) AS kept, sum(events) AS events,
         sum(repetitions) AS repetitions, sum(explicit) AS explicit, sum(unverified) AS unverified
}
CALL () {
  MATCH (event:Event {user_id: $user_id})
  UNWIND event.redacted AS type
  WITH type, count(*) AS places
  ORDER BY type
  RETURN collect({type: type, places: places}) AS redacted
}
RETURN kept, coalesce(user.gate_counts, []) AS refused, events,
       COUNT { MATCH (event:TransientEvent {user_id: $user_id}) RETURN event } AS transient,
       repetitions, explicit, unverified, redacted
