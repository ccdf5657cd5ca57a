"""Tests of the codec: canonical bytes of a match, and errors for all other bytes."""

import json

import pytest
from msgspec.structs import replace

from referee_service.kernel.codec import decode, digest, encode
from referee_service.kernel.events import emit
from referee_service.kernel.notation import CodecError, RulesetMismatch
from tests.kernel.positions import after_chance, given, new_toy_match
from tests.kernel.toy import GAME

MATCH = after_chance(new_toy_match())


def edited(**changes):
    """Return the JSON of a match with some top-level fields changed."""
    return json.dumps({**json.loads(encode(MATCH)), **changes}).encode()


def edited_board(**changes):
    """Return the JSON of a match with some fields of its board changed."""
    return edited(board={**json.loads(encode(MATCH))["board"], **changes})


def test_canonical_bytes_have_a_fixed_field_order_and_no_whitespace():
    raw = encode(MATCH)
    assert list(json.loads(raw)) == ["game", "ruleset", "content", "chance", "ply", "board"]
    assert raw == json.dumps(json.loads(raw), separators=(",", ":"), ensure_ascii=False).encode()


def test_the_board_has_neither_pack_nor_events():
    board = json.loads(encode(MATCH))["board"]
    assert not {"pack", "events", "processed_events"} & set(board)


def test_another_layout_of_the_json_gives_the_same_canonical_bytes():
    raw = encode(MATCH)
    spaced = json.dumps(dict(reversed(json.loads(raw).items())), indent=2).encode()
    assert spaced != raw
    assert encode(decode(GAME, spaced)) == raw


def test_a_match_round_trips():
    assert decode(GAME, encode(MATCH)) == MATCH


def test_the_digest_of_given_bytes_never_changes():
    assert digest(b"{}") == "2afb9b83f9314e5d029766197f539792"
    assert digest(encode(MATCH)) != digest(encode(replace(MATCH, ply=MATCH.ply + 1)))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "a state of 'chess', not of 'caravan'"),
        ({"ruleset": "0"}, "ruleset '0' is not played here; '1' is"),
        ({"content": "oasis@0000"}, "content pack 'oasis@0000' is not installed here"),
        ({"content": "oasis"}, "content pack 'oasis' is not installed here"),
    ],
)
def test_a_state_of_another_game_ruleset_or_pack_raises_ruleset_mismatch(changes, reason):
    with pytest.raises(RulesetMismatch, match=reason):
        decode(GAME, edited(**changes))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "truncated"),
        (b"hello", "malformed"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `game`"),
        (edited(ply=-1), r">= 0 - at `\$.ply`"),
        (edited(ply=10**30), r"- at `\$.ply`"),
        (edited(ply=1.5), r"Expected `int`, got `float` - at `\$.ply`"),
        (edited(chance={"mode": "loaded", "seed": ""}), r"Invalid enum value 'loaded' - at `\$.chance.mode`"),
        (edited(chance={"mode": "seeded", "seed": "", "count": -1}), r">= 0 - at `\$.chance.count`"),
        (edited(more=1), "unknown field `more`"),
        (edited_board(more=1), "unknown field `more`"),
        (edited_board(active_seat="first"), r"Expected `int`, got `str` - at `\$.active_seat`"),
        (edited_board(pending=[{"question": "money", "seat": 0}]), "Invalid value 'money'"),
        (edited_board(pending=[{"question": "trade", "seat": "0"}]), "Invalid enum value '0'"),
        (edited(board={}), "missing required field"),
        (edited(game="\udcff").replace(b"\\udcff", b"\xff"), "utf-8"),
        (edited(board=[]).replace(b"[]", b"[" * 100_000), "recursion"),
    ],
    ids=str,
)
def test_unreadable_bytes_raise_an_error_with_reason_and_path(raw, reason):
    with pytest.raises(CodecError, match=reason):
        decode(GAME, raw)


@pytest.mark.parametrize(
    "extra", [{"pack": "oasis"}, {"events": [{"kind": "rested", "seat": 0}]}, {"processed_events": 1}]
)
def test_a_board_with_pack_or_events_raises_an_error(extra):
    with pytest.raises(CodecError, match="must not contain pack, events or processed_events"):
        decode(GAME, edited_board(**extra))


def test_the_bytes_of_a_state_with_events_cannot_be_decoded():
    with_events = replace(MATCH, state=emit(given(), "rested", 0))
    with pytest.raises(CodecError, match="must not contain pack, events or processed_events"):
        decode(GAME, encode(with_events))
