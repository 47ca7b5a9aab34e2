"""News between workers: what one of them has done at a table that another has in memory too."""
