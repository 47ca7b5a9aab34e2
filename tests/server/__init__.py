"""The server, from the outside: real sockets, real files."""
