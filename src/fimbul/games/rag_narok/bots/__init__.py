"""Sergeants, who answer at once, and the strategist, who dreams."""
