"""Verbs of Settlement, one file each: candidates, objections, apply."""
