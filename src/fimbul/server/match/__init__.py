"""The match at a table: its choices in order, its clocks, its dice."""
