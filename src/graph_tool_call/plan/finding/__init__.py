"""Finding what a request describes: which list shows the thing, and how its element is told from others."""
