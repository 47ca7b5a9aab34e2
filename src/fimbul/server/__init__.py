"""The table in the browser: lobby, live sockets, journal, clocks, bots. The app is one value."""
