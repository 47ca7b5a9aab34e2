"""What Fimbul is built from: pinned, with hashes, under licences that allow it."""
