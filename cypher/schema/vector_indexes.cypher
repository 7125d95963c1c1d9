// State of vector indexes.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  $index_names  LIST<STRING>
// columns: name        STRING
//          state       STRING   ONLINE, POPULATING or FAILED
//          percent     FLOAT    how far it is filled from what was there before it
//          dimension   INTEGER  of the embeddings it takes
// order:   name
CYPHER 25
SHOW VECTOR INDEXES YIELD name, state, populationPercent, options
WHERE name IN $index_names
RETURN name, state, populationPercent AS percent, options.indexConfig.`vector.dimensions` AS dimension
ORDER BY name
