"""Readers of the ledger: what a plan costs, other plans, why not another producer; and what credentials it needs."""
