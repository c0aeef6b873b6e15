"""What a question says: the intent, the values in it, and how the operations are spoken of."""
