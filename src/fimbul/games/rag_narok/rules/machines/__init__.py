"""War Machines and artillery: steam, shells, passengers, speed that cannot be stopped."""
