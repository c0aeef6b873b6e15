"""The rules of planning, one in a file: what each asks of a source, a call or a derivation, and its weight."""
