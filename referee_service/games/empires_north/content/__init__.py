"""Content of the game: pack rows, cards and scenarios bound from them, and lookup tables."""
