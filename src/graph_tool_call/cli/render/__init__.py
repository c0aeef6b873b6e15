"""From the JSON-shaped answer of a command to what a person reads: pure functions, tested with hand-made answers."""
