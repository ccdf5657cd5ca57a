"""Content of Dice Settlers: pack rows and lookup tables."""
