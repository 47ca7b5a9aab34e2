"""The live socket: who listens, what waits to be sent, and how it is sent fast."""
