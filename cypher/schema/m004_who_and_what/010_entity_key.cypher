// An entity is one node of its user.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT entity_key IF NOT EXISTS
FOR (entity:Entity) REQUIRE (entity.user_id, entity.entity_id) IS UNIQUE
