"""Verbs of a turn of Burgundy, one file each: candidates, objections, apply. `decisions/` has the others."""
