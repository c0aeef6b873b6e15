"""The front of planning: from a target and what is known to a plan, and from a failed run to the next one."""
