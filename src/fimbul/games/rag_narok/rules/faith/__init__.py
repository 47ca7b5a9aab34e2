"""Divination: Temporary Faith, miracles, Communions, Censorship."""
