"""What is to be solved: what was given, what each call needs, and what is asked for."""
