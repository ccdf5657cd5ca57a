"""Timing checks: stage, round, turn and passes fit each other and the common board. No open question is trusted."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import count_in
from referee_service.kernel.rules import Fault, fault

from ..common_board import EMPTY_SLOT
from ..content.tables import Content, content
from ..questions import FillMarketFrame, FillRowFrame, RevealArtefactsFrame, WelcomeHeroFrame
from ..setup import artefact_offer_size, draft_order, is_starter_fixed, new_player
from ..state import EMPTY, State, is_last_round, is_solo


def timing(state: State) -> Iterator[Fault]:
    """Yield the faults of the stage: impossible rounds, turns and passes, or a common board that does not fit."""
    fits = {"draft": _is_draft, "turns": _is_turn, "over": _is_over}[state.stage]
    if not fits(state, content(state)):
        yield fault("stage", "audit.stage", stage=state.stage)
        return
    yield from _check_table(state, content(state))


# --- the stages -------------------------------------------------------------------------------------------------------


def _is_draft(state: State, tables: Content) -> bool:
    """Return whether no seat has acted, and artefacts were taken from the last player backwards."""
    untouched = (state.round, state.next_first_seat, state.has_acted, state.has_invited, state.active_seat)
    if untouched != (0, None, False, False, state.first_seat) or state.evenly_exchanged or state.supply.removed:
        return False
    fresh = new_player(tables)
    if any(replace(p, reserve=fresh.reserve, bonus_villagers=0, artefact=EMPTY) != fresh for p in state.players):
        return False
    if any((p.reserve, p.bonus_villagers) != (fresh.reserve, 0) for p in state.players if not p.artefact):
        return False
    if is_starter_fixed(state) and state.first_seat != (state.options.first_player or 0):
        return False
    has_taken = [bool(state.players[seat].artefact) for seat in draft_order(state)]
    return not all(has_taken) and has_taken == sorted(has_taken, reverse=True)


def _is_turn(state: State, tables: Content) -> bool:
    """Return whether passes, artefacts and the actions of the active player fit each other."""
    passed, player = [seat for seat, player in enumerate(state.players) if player.passed], state.active_player
    if not state.round or (state.next_first_seat is None) != (not passed):
        return False
    if state.next_first_seat is not None and state.next_first_seat not in passed:
        return False
    if not all(each.artefact for each in state.players):
        return False
    if state.has_invited and not player.heroes and WelcomeHeroFrame not in map(type, state.pending):
        return False
    if state.evenly_exchanged and (player.passed or "even_exchange" not in tables.artefacts[player.artefact].permits):
        return False
    placed = tables.numbers["villagers"] - player.villagers + player.bonus_used
    return player.passed or not state.has_acted or placed > 0


def _is_over(state: State, tables: Content) -> bool:
    """Return whether the last round has been played."""
    all_passed = all(player.passed and player.artefact for player in state.players)
    return is_last_round(state) and all_passed and state.next_first_seat is not None


# --- the common board -------------------------------------------------------------------------------------------------


def _check_table(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for gaps in market and row, and for a wrong number of artefacts or discarded heroes."""
    open_questions = set(map(type, state.pending))
    if EMPTY_SLOT in state.market and state.supply.buildings and FillMarketFrame not in open_questions:
        yield fault("market", "audit.full")
    heroes = [bool(hero) for hero in state.hero_row]
    if heroes != sorted(heroes) or (not all(heroes) and state.supply.heroes and FillRowFrame not in open_questions):
        yield fault("hero_row", "audit.full")
    is_revealing, wanted = RevealArtefactsFrame in open_questions, _offer_size(state, tables)
    if not is_revealing and len(state.artefacts) != wanted:
        yield fault("artefacts", "audit.offer", found=len(state.artefacts), wanted=wanted)
    removed = sum(count_in(state.supply.removed, artefact) for artefact in tables.artefacts)
    wanted = _removed_artefacts(state, is_revealing=is_revealing)
    if removed != wanted:
        yield fault("supply.removed", "audit.offer", found=removed, wanted=wanted)
    discarded = sum(count_in(state.supply.removed, hero) for hero in tables.heroes)
    rounds = max(0, state.round - 1)
    # L426: the end of a round discards the rightmost hero. Only a row that can never be filled again has none.
    is_row_exhausted = not any(heroes) and not state.supply.heroes
    if discarded > rounds or (discarded < rounds and not is_row_exhausted):
        yield fault("supply.removed", "audit.discarded", found=discarded, wanted=rounds)


def _offer_size(state: State, tables: Content) -> int:
    """Return the number of artefacts on offer: the initial number minus those taken."""
    owned = sum(bool(player.artefact) for player in state.players)
    return artefact_offer_size(tables, len(state.players)) - owned


def _removed_artefacts(state: State, *, is_revealing: bool) -> int:
    """Return the number of artefacts that left the game: one per pass in a solo game, else none."""
    if not is_solo(state) or state.stage == "draft":
        return 0
    return state.round - 1 + is_revealing
