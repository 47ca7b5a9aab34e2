"""Scenes as static drawings."""
