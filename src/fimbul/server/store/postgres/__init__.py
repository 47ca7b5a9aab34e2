"""The store in a PostgreSQL database, which many workers may share."""
