// Facts that no event states, and lines of the log of facts that are not there.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is wrong
// order:   none
CYPHER 25
CALL () {
  MATCH (subject:Entity)-[fact:FACT]->(thing:Entity)
  WHERE NOT EXISTS { MATCH (thing)<-[said:STATES]-(event:Event) WHERE said.slot = fact.slot RETURN said }
  RETURN fact.user_id AS user_id, fact.text AS id, fact.fact_id AS key
  UNION ALL
  MATCH (event:Event)-[line:SUPPORTS|DOUBTS]->(thing:Entity)
  WHERE NOT EXISTS { MATCH (subject:Entity)-[fact:FACT]->(thing) WHERE fact.fact_id = line.fact_id RETURN fact }
  RETURN line.user_id AS user_id, line.event_id AS id, line.fact_id AS key
}
RETURN user_id, id, key
