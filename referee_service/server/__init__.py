"""Server in front of the WSGI app. Bodies, event streams and waiting requests occupy its event loop, not threads."""
