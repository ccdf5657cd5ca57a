"""The pure core: what a game is, how a move is judged, and how a match is written down. It knows no game."""
