"""Lengths, shapes and tables: what is measured, and the numbers that the book prints."""
