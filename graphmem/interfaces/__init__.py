"""The faces of graphmem: the command line, and what it reads and writes."""
