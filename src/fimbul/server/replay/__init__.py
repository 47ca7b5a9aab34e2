"""Finished matches: looked at, judged and verified."""
