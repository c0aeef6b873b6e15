"""Readers of requests: one kind of reading a file, each a plugin of its own."""
