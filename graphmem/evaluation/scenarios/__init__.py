"""Replay suites: what happened to some users, then questions, and which events must come back for each."""
