"""The figures of Fimbul, measured on this machine: `python -m benchmarks`. Printed, never tests."""
