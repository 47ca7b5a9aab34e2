"""A game that leaves a rule of its book unwritten."""
