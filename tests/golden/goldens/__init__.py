"""What the product says today, as records that a reviewer can read in a diff.

A section is a file of `recorded/`; it holds records by name, each a few lines. Large things
stand there as digests, small ones as text. What is read from the shared documents appears
only as ids, names of operations and inputs, and digests.
"""
