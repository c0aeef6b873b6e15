"""A small shop of its own, served on a loopback port, for `graph-tool-call demo`."""
