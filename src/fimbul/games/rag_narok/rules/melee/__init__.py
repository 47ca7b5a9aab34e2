"""The melee phase: fights, combats, blows, and the push that follows them."""
