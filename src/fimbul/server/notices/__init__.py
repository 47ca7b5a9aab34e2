"""Telling those who are not at the table: by push, by mail, by webhook."""
