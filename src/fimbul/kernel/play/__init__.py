"""The contract: a state, an agenda of steps, the decisions open now, and one way to choose."""
