"""Turns and positions as text: `turns`, with powers `signs`, and `position`."""
