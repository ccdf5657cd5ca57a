"""Economy of the game: costs and payments, and the supply of goods, workers, ships and points."""
