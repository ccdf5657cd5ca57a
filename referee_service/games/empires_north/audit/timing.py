"""Checks that stage and round fit the table and the stack."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault

from ..content.tables import PILES, TILES, content
from ..flow import is_final_round
from ..questions import ChooseClanFrame, DealClanFrame, DiscardUnkeptFrame, DrawFrame, KeepFrame, LayRingFrame
from ..state import State, hand_size


def timing(state: State) -> Iterator[Fault]:
    """Yield the first part of the state that does not fit the stage."""
    checks = {
        "stage": _stage(state),
        "ring": len(state.ring) == len(TILES) or any(isinstance(frame, LayRingFrame) for frame in state.pending),
        "players": _clans(state) and _lookouts(state),
        "queue": not state.queue or state.stage in ("actions", "expedition"),
        "near": _islands(state),
        "solo": _event(state),
    }
    for path, holds in checks.items():
        if not holds:
            yield fault(path, "audit.stage", stage=state.stage)
            return


def _stage(state: State) -> bool:
    """Return whether round, turn, passing and pawns fit the stage."""
    passed = [player.passed for player in state.players]
    idle = not any(passed) and not any(player.pawns for player in state.players)
    match state.stage:
        case "setup":
            known = state.active_seat == state.first_seat
            return state.round == 0 and known and idle and not state.has_acted and not state.is_last_round
        case "lookout":
            quiet = not state.has_acted and not state.is_last_round and state.active_seat == state.first_seat
            return state.round >= 1 and idle and quiet
        case "actions":
            acting = bool(state.pending) == state.has_acted and not state.active_player.passed
            return state.round >= 1 and acting and not state.is_last_round
    fitting = (is_final_round(state) if state.is_last_round else not _is_out_of_rounds(state)) and (
        state.is_last_round or state.stage != "over"
    )
    return state.round >= 1 and all(passed) and not state.has_acted and fitting


def _is_out_of_rounds(state: State) -> bool:
    """Return whether no further round can follow."""
    return state.round >= content(state).numbers["most_rounds" if state.solo is None else "solo_rounds"]


def _clans(state: State) -> bool:
    """Return whether every player has a clan, or waits for one and has no pieces yet."""
    for seat, player in enumerate(state.players):
        waits = any(
            (isinstance(frame, ChooseClanFrame) and frame.seat == seat)
            or (isinstance(frame, DealClanFrame) and frame.recipient == seat)
            for frame in state.pending
        )
        if waits == bool(player.clan):
            return False
        if waits and (player.empire or player.goods or player.workers or player.ships or player.spent_workers):
            return False
    return True


def _lookouts(state: State) -> bool:
    """Return whether cards are looked at only before they are laid off, and kept only once chosen."""
    numbers = content(state).numbers
    for seat, player in enumerate(state.players):
        open_of = [frame for frame in state.pending if isinstance(frame, DiscardUnkeptFrame) and frame.player == seat]
        waits = any(isinstance(frame, KeepFrame) and frame.seat == seat for frame in state.pending)
        if (player.looked_at and not open_of) or (player.kept and waits):
            return False
        limit = numbers["start_draw"] if state.stage == "setup" else numbers["lookout_draw"]
        draws = [frame for frame in state.pending if isinstance(frame, DrawFrame) and frame.recipient == seat]
        if size_of(player.looked_at) + sum(frame.remaining for frame in draws if frame.into == "looked_at") > limit:
            return False
        if state.stage == "setup" and open_of:
            if hand_size(player):
                return False
            if not waits and size_of(player.kept) != min(numbers["start_keep"], size_of(player.looked_at)):
                return False
        elif open_of and size_of(player.kept) * numbers["lookout_cost"] > player.workers:
            return False
    return True


def _event(state: State) -> bool:
    """Return whether the event of a solo game is unknown before the first round."""
    return state.solo is None or not state.solo.event or state.stage != "setup"


def _islands(state: State) -> bool:
    """Return whether each pile shows no more islands than can be turned up. A scenario may show one more."""
    limit = content(state).numbers["open_islands"] + (state.solo is not None)
    return all(len(state.islands(pile).face_up) <= limit for pile in PILES)
