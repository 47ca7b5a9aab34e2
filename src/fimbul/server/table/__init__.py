"""A table: how it stands, what one can do, who is told, and where tables are found."""
