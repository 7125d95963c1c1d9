// What asking language models came to for a user.
//
// tenant:  $user_id
// access:  read
// params:  none
// columns: counts  LIST<STRING>  "day prompts tokens_read tokens_written model", as stored on the user
//          read    LIST<MAP>     model, events: how many it read that still are as it read them
// order:   one row
CYPHER 25
OPTIONAL MATCH (user:User {user_id: $user_id})
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.read_by IS NOT NULL
  WITH event.read_by AS model, count(event) AS events
  ORDER BY model
  RETURN collect({model: model, events: events}) AS read
}
RETURN coalesce(user.model_counts, []) AS counts, read
