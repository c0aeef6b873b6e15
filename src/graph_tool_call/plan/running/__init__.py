"""Running a plan: calls, events, journal, retries, what is written down and what never is."""
