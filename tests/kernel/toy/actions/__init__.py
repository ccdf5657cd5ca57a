"""Verbs of Caravan, one file each: candidates, objections, and what an action does."""
