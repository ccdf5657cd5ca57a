"""Bots that play any game through its record. A bot receives a view, never the real state."""
