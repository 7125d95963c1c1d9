// The call of a tool and what it returned, by the id that both carry.
//
// tenant:  none — the schema and the encoder belong to the store, not to a user
// access:  schema
CYPHER 25
CREATE RANGE INDEX event_tool_call IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.tool_call_id)
