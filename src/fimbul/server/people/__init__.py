"""Who plays here: accounts, how one enters them, and what belongs to them."""
