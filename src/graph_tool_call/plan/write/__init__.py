"""From a derivation to a plan: steps, bindings, origins, slots, options and metadata."""
