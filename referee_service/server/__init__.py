"""Server in front of the WSGI app: bodies, event streams and waiting requests live on the event loop, not in threads."""
