// The server's memory settings.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: name   STRING
//          value  STRING
// order:   name
CYPHER 25
SHOW SETTINGS 'server.memory.heap.max_size', 'server.memory.pagecache.size' YIELD name, value
RETURN name, value
ORDER BY name
