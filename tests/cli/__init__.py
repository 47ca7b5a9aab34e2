"""The command line, as a person at a terminal meets it."""
