// The embeddings of all the user's events, for whoever compares them outside of the store: to measure recall against.
//
// As vectors of 32-bit floats, which travel in a sixth of the bytes that lists of floats take.
//
// tenant:  $user_id
// access:  read
// params:  $dimension  INTEGER  of the embeddings
// columns: event_id   STRING
//          embedding  VECTOR   of 32-bit floats
// order:   none
CYPHER 25
MATCH (event:Event {user_id: $user_id})
WHERE event.embedding IS NOT NULL
RETURN event.event_id AS event_id, vector(event.embedding, $dimension, FLOAT32) AS embedding
