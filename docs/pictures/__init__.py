"""Pictures for the README and the documentation."""
