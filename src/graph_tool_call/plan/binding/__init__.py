"""Bindings: how an argument names the answer of an earlier call, and what it finds there."""
