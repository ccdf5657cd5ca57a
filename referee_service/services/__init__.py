"""The use cases of the referee: what the API and the jobs ask for. Knows kernel, games and the store's protocol.

Knows neither Flask nor Redis; what it needs of them is handed in.
"""
