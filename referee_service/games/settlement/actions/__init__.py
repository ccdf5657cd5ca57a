"""The verbs of Settlement, one file each."""
