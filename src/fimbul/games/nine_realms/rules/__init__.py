"""The rules: the `battle` step by step, how a line adds up in `strength`, then the `refill`.

What the log says of them is in `telling`.
"""
