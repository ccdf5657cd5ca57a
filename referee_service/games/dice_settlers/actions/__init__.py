"""The verbs of Dice Settlers, one file each."""
