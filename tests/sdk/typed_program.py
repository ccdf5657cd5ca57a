"""Program with typed actions and states, for mypy and pyright in strict mode.

A comment `error:` names what mypy and what pyright must report on its line. Both must report nothing else.
"""

from __future__ import annotations

from referee_sdk import AsyncMatch, Client, Match
from referee_sdk.games import burgundy, settlement
from referee_sdk.games.burgundy import AnyAction, Options, PlaceTile, State, TakeTile
from referee_sdk.typed_actions import TypedAction


def play(client: Client) -> str:
    """Set up a match, play typed actions, and read the typed state."""
    options: Options = {"boards": "random"}
    match = client.new_match("burgundy", seats=2, seed="1", options=options)
    match.play(PlaceTile(die=5, tile="bank", space=12))
    match.judge(TakeTile(depot=3, tile="ship"))
    state: State = burgundy.state_of(match)
    player = state["board"]["players"][0]
    for frame in state["board"]["pending"]:
        if frame["question"] == "make_room":
            print(frame["tile"])
    return f"{player['silver'] + player['workers']} {state['board']['phase'].lower()}"


async def play_later(match: AsyncMatch) -> int:
    """Play a typed action, and read the typed state, of an asynchronous match."""
    await match.play(PlaceTile(die=5, tile="bank", space=12))
    return burgundy.state_of(match)["board"]["round"]


def describe(match: Match) -> str:
    """Return the first legal action, by its verb and by its class."""
    action: AnyAction = burgundy.from_action(match.legal_actions()[0])
    base: TypedAction = action
    if action.kind == "sell_goods":
        return action.goods
    match action:
        case PlaceTile(die=die, space=space):
            return f"{space + (die or 0)}"
        case TakeTile():
            return action.tile
        case _:
            return f"{base.to_json()}"


def mistakes(match: Match, place: PlaceTile, action: AnyAction, state: State) -> None:
    """Make one mistake per line."""
    board, wrong_state = state["board"], settlement.state_of(match)
    PlaceTile(die=5, tile="bank", spaces=12)  # error: call-arg, reportCallIssue
    PlaceTile(die=5, tile="bank")  # error: call-arg, reportCallIssue
    PlaceTile(die="5", tile="bank", space=12)  # error: arg-type, reportArgumentType
    PlaceTile(5, "bank", 12)  # error: call-arg, reportCallIssue
    place.space = 3  # error: misc, reportAttributeAccessIssue
    print(place.depot)  # error: attr-defined, reportAttributeAccessIssue
    match.play(3.5)  # error: arg-type, reportArgumentType
    print(action.tile)  # error: union-attr, reportAttributeAccessIssue
    print(action.kind == "fly")  # error: comparison-overlap, reportUnnecessaryComparison
    print(state["bord"])  # error: typeddict-item, reportGeneralTypeIssues
    print(board["players"][0]["gold"])  # error: typeddict-item, reportGeneralTypeIssues
    print(board["phase"] == "Z")  # error: comparison-overlap, reportUnnecessaryComparison
    print(board["players"][0]["silver"] + "1")  # error: operator, reportOperatorIssue
    print(board["pending"][0]["question"] == "fly")  # error: comparison-overlap, reportUnnecessaryComparison
    state = wrong_state  # error: assignment, reportAssignmentType
    options: Options = {"boards": "all"}  # error: typeddict-item, reportAssignmentType
    print(state, options)
