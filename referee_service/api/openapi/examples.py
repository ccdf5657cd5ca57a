"""Example requests for the OpenAPI document. They are built from a seeded match, so they run."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance
from referee_service.kernel.notation import notation
from referee_service.kernel.places import touches
from referee_service.kernel.records import Record, record_text
from referee_service.kernel.replay import new_record
from referee_service.kernel.state import Action

Json = dict[str, Any]
EXAMPLE_SEED = "example"


def request_examples(game: AnyGame) -> dict[str, Json]:
    """Return the example requests of a game: by path, then by example name."""
    match, record = _example_match(game)
    state = msgspec.json.decode(encode(match))
    first = legal_actions(game, match.state)[0]
    turn = game.turn(match.state)
    action, line = msgspec.to_builtins(first), notation(first)
    steps = [{"seat": turn.seat if turn else 0, "action": action}]
    return {
        "states": {
            "seeded": _example(
                "Seeded chance: reproducible", seats=game.seats[0], chance=_chance("seeded", EXAMPLE_SEED)
            ),
            "table": _example("Real dice, reported by clients", seats=game.seats[-1], chance=_chance("table", "")),
        },
        "moves": {
            "action": _example("One action", state=state, action=action),
            "notation": _example("One line of notation", state=state, notation=line),
            "moves": _example("Several moves, all or none", state=state, moves=steps),
        },
        "verdicts": {
            "notation": _example("Is this move legal?", state=state, notation=line),
            "places": _example("What does a click mean?", state=state, places=_places(game, match, first)),
            "batch": _example("Several moves at once", state=state, batch=[{"notation": line}, {"action": action}]),
        },
        "legal-actions": {
            "all": _example("All verbs", state=state),
            "kind": _example("One verb", state=state, kind=action["kind"]),
        },
        "views": _view_examples(state),
        "pictures": _picture_examples(state),
        "bot-moves": {
            "turn": _example("Decide and play a whole turn", state=state, bot="greedy", until="turn_end", play=True),
            "search": _example("Search for one move", state=state, bot="search", budget={"iterations": 400}),
        },
        "audits": {"state": _example("Is this state possible?", state=state)},
        "scores": {"state": _example("Current score", state=state)},
        "replays": _record_examples(record),
    }


def _view_examples(state: Json) -> Json:
    return {
        "seat": _example("View of seat 0", state=state, seat=0),
        "text": _example("Text with a name, for a screen reader", state=state, names=["Ada"], width=60, plain=True),
    }


def _record_examples(record: Record) -> Json:
    record_json = msgspec.json.decode(msgspec.json.encode(record))
    return {
        "record": _example("A record as JSON", record=record_json),
        "text": _example("A record as text", text=record_text(record)),
    }


def _picture_examples(state: Json) -> Json:
    return {
        "seat": _example("What seat 0 sees", state=state, seat=0),
        "dark": _example("Small and dark, without rings", state=state, theme="dark", width=600, highlight="none"),
    }


def _places(game: AnyGame, match: Match, action: Action) -> list[str]:
    """Return a place of each group that an action touches."""
    turn = game.turn(match.state)
    groups = touches(game, match.state, turn.seat if turn else 0, action)
    return [group[0] for group in groups]


def _example(summary: str, **value: object) -> Json:
    return {"summary": summary, "value": value}


def _chance(mode: str, seed: str) -> Json:
    return {"mode": mode, "seed": seed}


def _example_match(game: AnyGame) -> tuple[Match, Record]:
    """Return a match at its first decision, and the record up to it."""
    match = new_match(game, seats=game.seats[0], chance=Chance("seeded", EXAMPLE_SEED))
    after_chance = play_chance(game, match)
    record = new_record(game, match, seats=game.seats[0])
    moves = after_chance.recorded_moves
    return after_chance.match, replace(record, moves=moves)
