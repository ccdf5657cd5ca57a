"""The printed Bot of the solo game: a piece of the box, not a computer bot."""
