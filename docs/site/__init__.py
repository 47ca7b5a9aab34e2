"""The documentation as a site: `make docs`. What is not written by hand is made from the code."""
