"""Before the first turn, and who comes later: scenery, deployment, Scouts, reserves."""
