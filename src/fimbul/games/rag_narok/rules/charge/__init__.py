"""Charge and contact: how enemies meet, and how they get away from each other."""
