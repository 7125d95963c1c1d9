// Ends the import of a user's facts: from here on they are changed by what is said, as anywhere.
//
// Until then the events that came with them wait for nothing that runs in the background. Where the facts could not be
// taken over ($version is 0) they are made of these events.
//
// tenant:  $user_id
// access:  write
// params:  $version  INTEGER    of the facts as exported
//          $waiting  LIST<MAP>  event_id, mark: of events that were not consumed when they were exported
// columns: unconsumed  INTEGER  events of the import that are still to be made into facts
// order:   one row
CYPHER 25
MATCH (user:User {user_id: $user_id})
SET user.facts_version = CASE
  WHEN coalesce(user.facts_version, 0) = 0 AND $version > 0 THEN $version
  ELSE user.facts_version
END, user.changed = randomUUID()
WITH user
CALL () {
  UNWIND $waiting AS row
  MATCH (event:Event {user_id: $user_id, event_id: row.event_id})
  WHERE event.consumed_at IS NULL
  SET event.awaits_facts = row.mark
  RETURN count(event) AS waiting
}
CALL () {
  MATCH (event:Event {user_id: $user_id, awaits_facts: 'restored'})
  SET event.awaits_facts = CASE
    WHEN event.awaits_analysis THEN null
    WHEN event.explicit THEN 'due'
    ELSE 'waiting'
  END
  RETURN count(event) AS left
}
RETURN waiting + left AS unconsumed
