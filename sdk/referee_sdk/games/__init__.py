"""Typed actions and states, one module per game: type checkers and editors know every verb, field and value.

from referee_sdk.games import burgundy
from referee_sdk.games.burgundy import PlaceTile, State

match.play(PlaceTile(die=5, tile="bank", space=12))
state: State = burgundy.state_of(match)
silver = state["board"]["players"][0]["silver"]
actions = [burgundy.from_action(action) for action in match.legal_actions()]
"""
