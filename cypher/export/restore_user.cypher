// Puts a user back as exported; one who has a memory here keeps what is known and learns what is not.
//
// tenant:  $user_id
// access:  write
// params:  $properties  MAP  as exported
// columns: lived  BOOLEAN  whether the user had sessions or events here
// order:   one row
CYPHER 25
MERGE (user:User {user_id: $user_id})
WITH user,
     EXISTS { MATCH (event:Event {user_id: $user_id}) RETURN event } AS has_events,
     EXISTS { MATCH (session:Session {user_id: $user_id}) RETURN session } AS has_sessions
WITH user, has_events OR has_sessions AS lived
FOREACH (_ IN CASE WHEN lived THEN [] ELSE [1] END |
  SET user = $properties, user.user_id = $user_id
)
FOREACH (_ IN CASE WHEN lived THEN [1] ELSE [] END |
  SET user.name = coalesce(user.name, $properties.name),
      user.time_zone = coalesce(user.time_zone, $properties.time_zone),
      user.created_at = coalesce(user.created_at, $properties.created_at),
      user.last_recorded_at = coalesce(user.last_recorded_at, $properties.last_recorded_at),
      user.actors = (coalesce(user.actors, []) + [
        name IN coalesce($properties.actors, []) WHERE NOT name IN coalesce(user.actors, [])
      ])[..1000]
)
SET user.changed = randomUUID()
RETURN lived
