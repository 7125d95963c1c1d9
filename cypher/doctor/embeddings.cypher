// Events whose embedding in the active slot is missing, of the wrong length, or no direction.
//
// One that `graphmem embed` has still to make is not missing.
//
// The slot is looked up here, so that one walk serves both. A sum of squares that is 0, infinite or no number is that
// of a vector which is similar to nothing.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  event id
//          key      STRING  missing, length or damaged
// order:   none
CYPHER 25
MATCH (encoder:Encoder)
WHERE coalesce(encoder.state, 'active') = 'active' AND encoder.index_name IN ['event_embedding', 'event_embedding_b']
WITH encoder.index_name AS index_name, encoder.dimension AS dimension
LIMIT 1
MATCH (event:Event)
WITH event, dimension, CASE index_name WHEN 'event_embedding_b' THEN event.embedding_b ELSE event.embedding END AS embedding
WITH event, dimension, embedding, coalesce(valueType(embedding) STARTS WITH 'LIST<FLOAT', false) AS is_vector
WITH event,
     CASE
       WHEN embedding IS NULL THEN CASE WHEN coalesce(event.awaits_embedding, false) THEN null ELSE 'missing' END
       WHEN NOT is_vector THEN 'damaged'
       WHEN size(embedding) <> dimension THEN 'length'
       ELSE
         CASE coalesce(reduce(squares = 0.0, each IN embedding | squares + each * each) IN [0.0], false)
           WHEN true THEN 'damaged'
           ELSE CASE WHEN any(each IN embedding WHERE isNaN(each) OR abs(each) > 1e30) THEN 'damaged' END
         END
     END AS problem
WHERE problem IS NOT NULL
RETURN event.user_id AS user_id, event.event_id AS id, problem AS key
