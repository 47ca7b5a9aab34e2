"""What a roll will need, told before it is made."""
