"""Recall: from a cue to ranked, explained events and a brief for the prompt."""
