"""Requests and answers: what is served where, and what every answer carries."""
