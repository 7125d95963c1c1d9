// Marks a page of the user's events that were not analysed by the rules in force, so that they will be.
//
// tenant:  $user_id
// access:  write
// params:  $version  INTEGER  of the rules in force
//          $after    STRING   the last event id of the page before, at first ''
//          $limit    INTEGER  events of a page
// columns: marked  INTEGER        events that wait from now on
//          last    STRING | NULL  event id of the last event looked at, null when there was none left
// order:   one row
CYPHER 25
CALL () {
  MATCH (event:Event {user_id: $user_id})
  WHERE event.event_id > $after
  WITH event
  ORDER BY event.event_id
  LIMIT $limit
  FOREACH (_ IN CASE WHEN coalesce(event.analysed_as, 0) < $version THEN [1] ELSE [] END |
    SET event.awaits_analysis = true)
  RETURN count(event.awaits_analysis) AS marked, max(event.event_id) AS last
}
RETURN marked, last
