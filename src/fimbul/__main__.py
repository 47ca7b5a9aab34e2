"""`python -m fimbul`: the same as `fimbul`."""

from fimbul.cli import main

if __name__ == "__main__":
    main()
