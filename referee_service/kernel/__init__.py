"""The rules engine that all games share. It imports the standard library and msgspec only, and knows no game."""
