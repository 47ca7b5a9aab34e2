"""A hall file of the code before, and what was open at its tables when it was written."""
