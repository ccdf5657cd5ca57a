"""Empires of the players: the cards in them, and how cards are placed."""
