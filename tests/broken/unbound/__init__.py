"""A game whose book cannot be read from its beginning to its end."""
