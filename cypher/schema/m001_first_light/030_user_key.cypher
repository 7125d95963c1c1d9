// A user is one node.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT user_key IF NOT EXISTS
FOR (user:User) REQUIRE user.user_id IS UNIQUE
