"""A seat for agents: the tools of the Model Context Protocol over a server's bot API."""
