"""Bots over any game: `lot` plays at random, `greedy` looks one move ahead, `search` many.

A bot is a player. It is given what its seat sees (a view) and nothing else; whatever is hidden it imagines, and it
chooses from the same legal list as everybody. The same view, seed and number of iterations give the same move on any
machine: chance comes from a keyed hash, and no sum depends on the order of a set.
"""
