"""Transcripts: every byte that a seat of a guarded match receives about a position.

`MASKED` lists all that may differ between two transcripts of positions that look equal.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import count, islice

from flask import Flask
from msgspec.structs import replace

from referee_service.kernel.chance import Chance, commitment
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, MoveRefused, play_chance, play_move
from referee_service.kernel.notation import CodecError, notation, parse_notation
from referee_service.kernel.places import touches
from referee_service.kernel.records import RecordedMove
from referee_service.kernel.state import CHANCE, Action, State, Turn
from referee_service.services.matches.crypto import SealedPayload
from tests.contract.playthroughs import GAMES, field_values, mutations
from tests.leaks.hidden_places import known_part

MASKED = {
    "request id": re.compile(r"(?<=X-Request-Id: )\S+|(?<=\"request_id\":\")[^\"]+"),  # random for each request
    "sealed state": re.compile(r"(?<=\"sealed_state\":\")first\.[\w-]+"),  # has a random nonce
    "job id": re.compile(r"(?<=\"id\":\")[0-9a-f]{32}|(?<=/v1/jobs/)[0-9a-f]{32}"),  # a keyed hash of a sealed state
}
"""What may differ, with the reason. Its length may not. Servers add the header `Date`; the test client does not."""
FORCED = "referee.forced"
LATE_PLY = 1000
"""Later than any commit, so that the guard accepts moves from every sealed state."""
NUMBERS = count()
"""Numbers of sealed states."""
MAX_PLACES = 6
"""About how many places of each kind are pointed at."""
INVENTED_LINES = ("", "nonsense", "end_turn", "pay_cheapest", "rest card=invented")

Transcript = dict[tuple[str, str], bytes]
"""Responses by call and line."""


def bytes_of(response) -> bytes:
    """Return status, headers and body of a response, with stars for what may differ."""
    assert response.status_code < 500, response.text
    assert '"status":500' not in response.text  # an item of a batch that failed
    return masked(response, response.text)


def masked(response, body: str) -> bytes:
    """Return status and headers of a response and a body, with stars for what may differ."""
    headers = "".join(f"{name}: {value}\n" for name, value in response.headers)
    text = f"{response.status}\n{headers}\n{body}"
    for pattern in MASKED.values():
        text = pattern.sub(lambda found: "*" * len(found[0]), text)
    return text.encode()


class Table:
    """A guarded match at one position. Every request has its own sealed state, so none hinders another one."""

    def __init__(self, app: Flask, match_id: str, match: Match) -> None:
        self.client, self.game = app.test_client(), GAMES[match.game]
        self.matches = app.extensions["referee.matches"]
        self.crypto, self.match_id, self.seats = self.matches.crypto, match_id, len(match.state.players)
        self.key = self.crypto.chance_key(match_id)
        self.match = replace(match, chance=Chance("secret", commitment(self.key), match.chance.count))

    def sealed(self) -> str:
        """Return a sealed state of the position."""
        base, state = f"base {next(NUMBERS):09}", encode(self.match)
        payload = SealedPayload(self.match_id, base, self.seats, state, LATE_PLY)
        return self.crypto.seal(payload, game=self.game.name)

    def credential(self, seat: int) -> str:
        """Return the credential of a seat."""
        return self.crypto.credential_for(self.match_id, seat)

    def post(self, call: str, seat: int, /, *, accept: str = "*/*", **body):
        """Send a request with the credential of a seat, and return the response."""
        body = {"sealed_state": self.sealed(), "credential": self.credential(seat), **body}
        return self.client.post(f"/v1/games/{self.game.name}/{call}", json=body, headers={"Accept": accept})

    def after(self, seat: int, line: str) -> tuple["Table", list[RecordedMove]] | None:
        """Return the table after a move of a seat, and all moves with those of chance. None: the move is refused."""
        try:
            step = play_move(self.game, self.match, seat, parse_notation(self.game, line))
        except (CodecError, MoveRefused):
            return None
        chance = play_chance(self.game, step.match, self.key)
        return self.at(chance.match), [*step.recorded_moves, *chance.recorded_moves]

    def at(self, match: Match) -> "Table":
        """Return this table at another position of its match."""
        table = copy(self)
        table.match = match
        return table


def tables_of(app: Flask, match: Match, states: Sequence[State], purpose: str = "") -> list[Table]:
    """Return a table for each of these states, all of one match: they have the same credentials and chance key.

    Equal positions and purposes give the same match, so that a failure occurs again.
    """
    matches, variants = app.extensions["referee.matches"], [replace(match, state=state) for state in states]
    match_id = matches.crypto.match_id_of_setup(f"{purpose} {[digest(encode(each)) for each in variants]}")
    matches.store.begin_guard(match_id)
    return [Table(app, match_id, each) for each in variants]


# --- requests -------------------------------------------------------------------------------------------------------


def lines_to_try(game: AnyGame, state: State, played: Action | None, pieces: Sequence[str], each: int) -> list[str]:
    """Return legal lines, lines near the played one, and lines that name exchanged pieces."""
    turn = game.turn(state)
    legal = legal_actions(game, state) if turn is not None else ()
    lines = [notation(action) for action in legal[:: max(1, len(legal) // each)][:each]]
    if played is not None:
        lines += [notation(played), *(notation(action) for action in islice(mutations(game, state, played), each))]
    named = Counter()
    for piece in pieces[:each]:
        for action in actions_that_name(game, state, piece):
            named[type(action)] += 1
            lines += [notation(action)] if named[type(action)] <= 2 else []
    return list(dict.fromkeys([*lines, *INVENTED_LINES]))


def actions_that_name(game: AnyGame, state: State, piece: str) -> Iterator[Action]:
    """Yield an action of every verb that can name a piece."""
    for verb in game.verbs.values():
        columns = {name: field_values(game, state, verb, name, longest=1) for name in verb.action.__struct_fields__}
        for name, values in columns.items():
            naming = [value for value in values if value == piece or (isinstance(value, tuple) and piece in value)]
            if naming and all(columns.values()):
                yield verb.action(**{**{other: column[0] for other, column in columns.items()}, name: naming[0]})


def read_transcript(table: Table, seat: int, lines: Sequence[str], picks: Sequence[list[str]]) -> Transcript:
    """Return the responses to all calls that play nothing. `picks` are lists of places to point at."""
    requests = [("views", {}), ("legal-actions", {}), ("scores", {}), ("audits", {}), ("replays", {})]
    requests += [("views", {"seat": other}) for other in range(table.seats + 1)]
    requests += [("verdicts", {"notation": line}) for line in lines]
    requests += [("verdicts", {"places": places}) for places in picks]
    requests += [
        ("views", {"names": ["Ada"], "width": 60}),
        ("views", {"plain": True}),
        ("views", {"part": "invented"}),
        ("views", {"include": ["text", "legal_actions"], "actions": "notation"}),
        ("legal-actions", {"batch": [{}, {"actions": "notation"}, {"credential": "invented"}]}),
        ("verdicts", {"batch": batch_items(lines, picks)}),
    ]
    requests += [("bot-moves", {"bot": bot, "seed": "1"}) for bot in ("random", "greedy", "invented")]
    requests += [("moves", {"notation": "rest", "seat": (seat + 1) % table.seats}), ("moves", {"action": {"kind": ""}})]
    found = {(call, str(body)): bytes_of(table.post(call, seat, **body)) for call, body in requests}
    found |= picture_transcript(table, seat)
    return {**found, ("components", ""): bytes_of(table.client.get(f"/v1/games/{table.game.name}/components"))}


def batch_items(lines: Sequence[str], picks: Sequence[list[str]]) -> list[dict[str, object]]:
    """Return items of one batch about all lines and some places, and an item about another seat."""
    items: list[dict[str, object]] = [{"notation": line, "include": ["text"]} for line in lines]
    return [*items, *({"places": places} for places in picks[:MAX_PLACES]), {"seat": 99, "notation": "rest"}][:100]


def picture_transcript(table: Table, seat: int) -> Transcript:
    """Return pictures of the table and of its parts as SVG, and their places as JSON."""
    bodies = [{}, {"highlight": "none", "theme": "dark"}, {"chosen": ["invented"]}, {"names": ["Ada"], "part": "mine"}]
    bodies += [{"seat": other} for other in range(table.seats) if other != seat]
    return {
        (f"pictures {accept}", str(body)): bytes_of(table.post("pictures", seat, accept=accept, **body))
        for accept in ("image/svg+xml", "application/json")
        for body in bodies
    }


def places_to_try(table: Table, seat: int) -> list[list[str]]:
    """Return lists of places: some that the seat sees, hidden ones of other seats, those of legal actions, buttons."""
    game, state = table.game, table.match.state
    seen, turn = game.places(state, seat), game.turn(state)
    hidden = [place for other in range(table.seats) for place in game.places(state, other) if place not in seen]
    picks = [[place] for places in (seen, hidden) for place in places[:: max(1, len(places) // MAX_PLACES)]]
    picks += [list(pair) for pair in zip(seen, reversed(seen), strict=True)][:2]
    legal = legal_actions(game, state) if turn is not None else []
    for action in legal[:: max(1, len(legal) // MAX_PLACES)]:
        groups = touches(game, state, turn.seat, action)
        picks += [[group[0] for group in groups], [groups[0][-1]]]
    buttons = [f"button.{name}" for name in game.verbs]
    return [*picks, *([button] for button in buttons[:MAX_PLACES]), ["invented"], ["choice.invented"]]


def answers(
    one: Table, other: Table, seat: int, call: str, lines: Sequence[str], /, **body
) -> tuple[bytes, bytes] | None:
    """Send a request that plays these lines to both tables, and return the responses.

    Returns None if chance, and nothing else, showed the seat a hidden piece.
    """
    responses = [bytes_of(table.post(call, seat, **body)) for table in (one, other)]
    return (responses[0], responses[1]) if looks_equal_after(one, other, seat, seat, lines) else None


def looks_equal_after(one: Table, other: Table, mover: int, seat: int, lines: Sequence[str]) -> bool:
    """Return whether both tables still look equal to a seat after these lines of the mover.

    Raises AssertionError if they differ for another reason than an outcome of chance or a piece that the mover played.
    """
    for line in lines:
        results = one.after(mover, line), other.after(mover, line)
        if results[0] is None or results[1] is None:
            assert results == (None, None), ("only one of two equal positions refuses", line)
            return True
        (one, moves), (other, other_moves) = results
        if known_part(one.match.state, seat) != known_part(other.match.state, seat):
            different = next((two for two in zip(moves, other_moves, strict=False) if two[0] != two[1]), None)
            check_reason(one, other, mover, line, different)
            return False
    return True


def check_reason(
    one: Table, other: Table, mover: int, line: str, different: tuple[RecordedMove, RecordedMove] | None
) -> None:
    """Check why a seat learns about a hidden piece: from chance, or because the mover played it."""
    if different is None:
        assert shows_own_pieces(one, other, mover, line), ("the rules show a hidden piece", line)
        return
    verbs = {(move.seat, move.notation.partition(" ")[0]) for move in different}
    assert len(verbs) == 1, ("a hidden piece decides what is asked", different)
    assert different[0].seat == CHANCE


def shows_own_pieces(one: Table, other: Table, mover: int, line: str) -> bool:
    """Return whether the mover played pieces that the line does not name: in a payment, or as the only legal answer."""
    closed = one.match.state.closed
    is_forced = any(each.rule == FORCED and each.seat == mover for each in closed)
    return line == "pay_cheapest" or (is_forced and closed == other.match.state.closed)


def lines_of_both(one: Table, other: Table, played: Action | None, each: int) -> list[str]:
    """Return lines of the seat to move that are legal at both tables, the played one first."""
    turn = one.game.turn(one.match.state)
    if not isinstance(turn, Turn):
        return []
    legal = legal_actions(one.game, one.match.state)
    tried = [played, *legal[:: max(1, len(legal) // each)]]
    return [
        notation(action)
        for action in dict.fromkeys(tried)
        if action is not None and not judge(other.game, other.match.state, turn.seat, action)
    ][:each]
