"""`python -m fimbul.server`: the same as `fimbul serve`."""

from fimbul.cli.serve import serve

if __name__ == "__main__":
    serve()
