"""Verbs of Dice Settlers, one module per verb."""
