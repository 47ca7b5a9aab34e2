"""`python -m fimbul.server`: the same as `fimbul serve`."""

from fimbul.server.command import serve

if __name__ == "__main__":
    serve()
