"""The state: `table` is all that lies there, `packing` says in names what is packed into it."""
