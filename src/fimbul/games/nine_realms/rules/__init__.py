"""The rules: the `battle` step by step, how a line adds up in `strength`, and then the `refill`."""
