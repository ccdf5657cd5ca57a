"""Verbs of The Castles of Burgundy, one file each: candidates, objections, apply."""
