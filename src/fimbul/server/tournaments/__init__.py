"""Tournaments: who meets whom, who leads, and what happens next."""
