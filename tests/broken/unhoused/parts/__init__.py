"""Parts in a folder, where the house has a file."""
