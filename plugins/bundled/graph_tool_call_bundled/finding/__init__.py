"""What finding a thing needs to know: what names it, what its key looks like, which lists it stands in."""
