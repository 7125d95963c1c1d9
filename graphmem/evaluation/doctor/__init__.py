"""Whether a store is healthy, and its repair.

Here beside the measuring of recall, since it judges a store as that judges answers: it looks at rooms that do not know
one another (store, server, language), and nothing that serves an agent needs it.
"""
