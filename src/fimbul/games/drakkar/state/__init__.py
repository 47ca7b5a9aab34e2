"""The state: `table` is all that lies there, `ship` one ship of it."""
