// Entities by their name in the form in which names are compared.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX entity_name IF NOT EXISTS
FOR (entity:Entity) ON (entity.user_id, entity.name_key)
