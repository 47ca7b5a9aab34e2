"""Shooting: volleys, who is hit, and what bursts into flames by itself."""
