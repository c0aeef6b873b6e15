"""The cheapest way to a target: what each call needs, what can supply it, and the search."""
