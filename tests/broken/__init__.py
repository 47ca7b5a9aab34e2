"""Games that are deliberately broken, each in one way. The conformance suite must find them."""
