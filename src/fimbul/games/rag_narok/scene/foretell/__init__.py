"""What a roll will need, shown before it is made."""
