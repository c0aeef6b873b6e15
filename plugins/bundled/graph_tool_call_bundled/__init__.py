"""Plugins that ship with the core. They use the same hooks and entry points as anybody's."""
