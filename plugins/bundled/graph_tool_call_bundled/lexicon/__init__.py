"""Words of requests and of API descriptions: what text plugins know of a language."""
