"""Forgetting: what is kept, why, and what is not."""
