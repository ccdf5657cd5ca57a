"""Verbs, one file each: the action, the candidates, the objections, and what applying it does."""
