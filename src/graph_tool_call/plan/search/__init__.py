"""The cheapest way to a target: what can supply each input, the search, and what stops a plan."""
