"""A table: what is so, what can be done there, who is told, and where tables are found."""
