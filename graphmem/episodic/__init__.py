"""What happened: events, their sessions and causes."""
