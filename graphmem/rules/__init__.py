"""Pure rules and the numbers they use; nothing here does I/O."""
