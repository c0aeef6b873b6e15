"""`graph-tool-call demo`: the whole way, on the shop of `examples/shop`."""
