"""Semantic memory: who and what events are about."""
