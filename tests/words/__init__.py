"""What games say, in other languages."""
