"""Lookout: its questions, which players have chosen, how many cards they must keep, and the payouts after it."""

from __future__ import annotations

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.state import CHANCE

from ..content.tables import card_of, content
from ..empire.cards import ability_source, bank_of
from ..questions import AnyFrame, DiscardUnkeptFrame, DrawFrame, EffectsFrame, EndLookoutFrame, KeepFrame, RevealFrame
from ..state import State


def has_chosen(state: State, seat: int) -> bool:
    """Return whether a player who looks at cards has chosen which to keep."""
    waits = any(isinstance(frame, KeepFrame) and frame.seat == seat for frame in state.pending)
    draws = any(isinstance(frame, DrawFrame) and frame.into == "looked_at" for frame in state.pending)
    return not waits and not draws


def min_kept(state: State, seat: int, looked: Bag) -> int:
    """Return how many cards a player has kept at least."""
    if state.stage != "setup" or not has_chosen(state, seat):
        return 0
    return min(content(state).numbers["start_keep"], size_of(looked))


def lookout_frames(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions of a lookout. The last frame is answered first."""
    seats, looked = range(len(state.players)), content(state).numbers["lookout_draw"]
    frames: list[AnyFrame] = [DrawFrame(CHANCE, seat, looked, "looked_at") for seat in seats]
    frames += [KeepFrame(seat, None) for seat in seats]
    frames += [DiscardUnkeptFrame(CHANCE, seat) for seat in seats]
    frames.append(EndLookoutFrame(CHANCE))
    return tuple(reversed(frames))


def bank_payouts(state: State, seat: int) -> list[EffectsFrame]:
    """Return one frame for each payout of a player's banks."""
    player, due = state.players[seat], []
    for site in player.empire:
        bank = bank_of(state, player, site)
        if bank is not None:
            source = ability_source(player, site)
            at = card_of(state, source).storage
            assert at is not None
            due += [EffectsFrame(seat, source, at, slot=site.slot)] * (size_of(site.goods) // bank.row.per)
    return due


def new_islands(state: State) -> tuple[RevealFrame, RevealFrame]:
    """Return the frames that turn up islands after a clean-up."""
    islands = content(state).numbers["open_islands"]
    return RevealFrame(CHANCE, "distant", islands), RevealFrame(CHANCE, "near", islands)
