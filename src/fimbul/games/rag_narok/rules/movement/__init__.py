"""The movement phase: activations, manoeuvres, moves, Units that divide or join."""
