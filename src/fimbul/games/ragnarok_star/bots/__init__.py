"""What bots know: `lore` judges a table, `programs` and `plain` write boards, `dreams` redeals."""
