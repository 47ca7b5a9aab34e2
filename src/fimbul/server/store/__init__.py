"""What is written down, and how."""
