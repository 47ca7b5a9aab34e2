"""The engine of Ragnarocks: the basic game, searched without the kernel.

It plays every board and every option of the basic game. It does not know matches with powers.
"""
