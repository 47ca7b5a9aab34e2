"""What goes over the wire: messages, bodies, errors, and what changes in a scene."""
