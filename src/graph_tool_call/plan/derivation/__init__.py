"""What a derivation is: calls and the sources of their inputs, each with the ledger of its cost."""
