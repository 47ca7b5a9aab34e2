"""What a seat may see of the table, as data and as text."""
