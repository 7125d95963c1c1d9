// Makes the user known, with a name and a time zone; what is not given stays as it was.
//
// tenant:  $user_id
// access:  write
// params:  $name        STRING          or null
//          $time_zone   STRING          IANA name, or null
//          $created_at  ZONED DATETIME  for a user who was not there
// columns: name       STRING        as it is now
//          time_zone  STRING        as it is now, or null
//          actors     LIST<STRING>  everyone who acts in the user's events, at most 1,000
//          not_embedded  INTEGER    events that wait for their embedding
//          not_analysed  INTEGER    events whose entities are still to be found
//          has_facts  BOOLEAN       whether anything is held true of the user's world, or ever was
//          stamp  STRING            other than before once anything has changed that recall may find
// order:   none
CYPHER 25
MERGE (user:User {user_id: $user_id})
  ON CREATE SET user.name = left($user_id, 40), user.created_at = $created_at
SET user.name = coalesce($name, user.name),
    user.time_zone = coalesce($time_zone, user.time_zone)
WITH user,
     COUNT { MATCH (event:Event {user_id: $user_id, awaits_embedding: true}) RETURN event } AS not_embedded,
     COUNT { MATCH (event:Event {user_id: $user_id, awaits_analysis: true}) RETURN event } AS not_analysed,
     EXISTS {
       MATCH (:Entity {user_id: $user_id})-[fact:FACT {user_id: $user_id}]->(:Entity {user_id: $user_id})
       USING INDEX fact:FACT(user_id, slot)
       WHERE fact.slot IS NOT NULL
     } AS has_facts
RETURN user.name AS name, user.time_zone AS time_zone, coalesce(user.actors, []) AS actors, not_embedded, not_analysed,
       has_facts, toString(user.created_at) + coalesce(toString(user.last_recorded_at), '') + coalesce(user.changed, '')
         + toString(not_analysed) AS stamp
