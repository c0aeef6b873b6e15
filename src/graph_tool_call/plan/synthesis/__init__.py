"""From a derivation to a plan: steps, slots, metadata; other plans, and why not another producer."""
