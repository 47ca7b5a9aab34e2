"""The documents; `docs.site` makes a site of them."""
