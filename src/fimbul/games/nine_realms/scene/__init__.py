"""Who sees what: the whole `table`, the `ledger` of a line, and `previews` of what would be."""
