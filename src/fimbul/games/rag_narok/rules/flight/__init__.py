"""In the air: levels, tokens, and attacks through the air."""
