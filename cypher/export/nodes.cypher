// Every node of the store, whatever it is.
//
// Without an order, so that the server streams it and holds nothing.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: labels      LIST<STRING>
//          properties  MAP
// order:   none
CYPHER 25
MATCH (node)
RETURN labels(node) AS labels, properties(node) AS properties
