"""Sentences taken apart: English by spaCy, Chinese by LAC. Both load with the first text."""
