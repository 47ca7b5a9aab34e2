"""Courage and Fear, and the Toga that howls."""
