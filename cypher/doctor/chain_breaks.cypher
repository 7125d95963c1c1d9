// Events that have no predecessor in their session, but are not its first.
//
// Where no event has two successors or predecessors and every link leads forward, a session is one chain exactly when
// there is no such event. A healthy session has one event without predecessor, so few are looked up in event_chain.
//
// tenant:  none — it copies or checks the whole store, for its operator
// access:  read
// params:  none
// columns: user_id  STRING  whose
//          id       STRING  shown as an example
//          key      STRING  of what is to be repaired
// order:   none
CYPHER 25
MATCH (event:Event)
WHERE event.session_id IS NOT NULL
  AND NOT EXISTS {
    (event)<-[:NEXT]-(before:Event WHERE before.session_id = event.session_id AND before.user_id = event.user_id)
  }
  AND (
    EXISTS {
      MATCH (earlier:Event {user_id: event.user_id, session_id: event.session_id})
      WHERE earlier.occurred_at < event.occurred_at
      RETURN earlier
    }
    OR EXISTS {
      MATCH (twin:Event {user_id: event.user_id, session_id: event.session_id, occurred_at: event.occurred_at})
      WHERE twin.event_id < event.event_id
      RETURN twin
    }
  )
RETURN event.user_id AS user_id, event.event_id AS id, event.session_id AS key
