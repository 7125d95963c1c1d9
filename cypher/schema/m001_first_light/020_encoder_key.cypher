// A vector index has one encoder.
//
// Made before the index itself, so that of two encoders that arrive at once only one builds it.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE CONSTRAINT encoder_key IF NOT EXISTS
FOR (encoder:Encoder) REQUIRE encoder.index_name IS UNIQUE
