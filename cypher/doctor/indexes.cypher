// All indexes, with what they are over and how they are.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: name        STRING
//          kind        STRING         RANGE, FULLTEXT, VECTOR or LOOKUP
//          state       STRING         ONLINE, POPULATING or FAILED
//          percent     FLOAT          how far it is filled
//          labels      LIST<STRING>
//          properties  LIST<STRING>
//          constraint  STRING         it belongs to, or null
//          config      MAP            its options
// order:   name
CYPHER 25
SHOW INDEXES YIELD name, type, state, populationPercent, labelsOrTypes, properties, owningConstraint, options
RETURN name, type AS kind, state, populationPercent AS percent, labelsOrTypes AS labels, properties,
       owningConstraint AS constraint, options.indexConfig AS config
ORDER BY name
