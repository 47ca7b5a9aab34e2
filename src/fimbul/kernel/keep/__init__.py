"""What is kept of a match: stored states, records, `.saga` files, and the card files of owners."""
