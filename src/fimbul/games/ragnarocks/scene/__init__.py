"""Who sees what: the whole `table`, its `pieces` and `cards`, and `previews` of what would be."""
