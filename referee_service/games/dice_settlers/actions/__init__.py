"""Verbs of a turn, and verbs that answer questions of several groups, one module per verb."""
