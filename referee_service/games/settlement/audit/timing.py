"""Timing checks: stage, round, passes, open questions and the common board fit each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.common_board import EMPTY_SLOT
from referee_service.games.settlement.content.tables import Content, content
from referee_service.games.settlement.setup import artefact_offer_size, draft_order, new_player
from referee_service.games.settlement.state import EMPTY, State, is_last_round, is_solo
from referee_service.kernel.bags import count_in
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, question_of

CHANCE_QUESTIONS = frozenset({"pick_starter", "reveal_artefacts", "fill_market", "fill_row", "draw_terrain"})
"""Questions that chance answers."""
SETUP_DRAWS = ("reveal_artefacts", "fill_row", "fill_market")
"""Questions of chance before the game, the last one first."""
ACTION_STACK = re.compile(
    r"(fill_market )?(place_building (payment )?"
    r"|(use_buildings )?((gain_basic|collect_terrain) )*(give_basic )?)"
    r"|draw_terrain |(encounter )+(collect_terrain )?"
)
"""Questions that an action may have open, from the bottom of the stack to the top."""
INVITE_STACK = re.compile(r"welcome_hero payment |fill_row ")
"""The same for an invitation."""
PASS_STACK = re.compile(r"take_artefact (keep_basics )?")
"""The same for a pass."""
NEW_ROUND_STACK = re.compile(r"fill_market (fill_row )?|fill_row ")
"""The same for the start of a round."""


def question_line(state: State) -> str:
    """Return the open questions as one line, from the bottom of the stack to the top."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def timing(state: State) -> Iterator[Fault]:
    """Yield the faults of the stage: impossible open questions, or a common board that does not fit."""
    fits = {"draft": _is_draft, "turns": _is_turn, "over": _is_over}[state.stage]
    if not fits(state, content(state)):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _check_table(state, content(state))


# --- questions that can be open, stage by stage ---------------------------------------------------------------------


def _is_draft(state: State, tables: Content) -> bool:
    """Return whether this is a possible draft: set-up draws first, then artefacts from the last player backwards."""
    untouched = (state.round, state.next_first_seat, state.has_acted, state.has_invited, state.active_seat)
    if untouched != (0, None, False, False, state.first_seat) or state.evenly_exchanged or state.supply.removed:
        return False
    fresh = new_player(tables)
    if any(replace(p, reserve=fresh.reserve, bonus_villagers=0, artefact=EMPTY) != fresh for p in state.players):
        return False
    if any((p.reserve, p.bonus_villagers) != (fresh.reserve, 0) for p in state.players if not p.artefact):
        return False
    named = state.options.first_player
    draws = [question for question in map(question_of, state.pending) if question in SETUP_DRAWS]
    if is_solo(state) or named is not None:
        is_starter_known = state.first_seat == (named or 0)
    else:
        is_starter_known = "pick_starter" not in question_line(state)
        if not is_starter_known:
            return state.first_seat == 0 and _draws_then(state, draws, ["pick_starter"], (CHANCE,))
    order = draft_order(state)
    waiting = tuple(seat for seat in reversed(order) if not state.players[seat].artefact)
    are_last = waiting == tuple(reversed(order))[: len(waiting)] and bool(waiting)
    is_early = bool(draws) and len(waiting) < len(order)
    return (
        is_starter_known
        and are_last
        and not is_early
        and _draws_then(state, draws, ["take_artefact"] * len(waiting), waiting)
    )


def _draws_then(state: State, draws: list[str], beneath: list[str], seats: tuple[object, ...]) -> bool:
    """Return whether exactly these questions are open, with those of chance on top.

    Artefacts are on offer only after the other draws.
    """
    questions = [question_of(frame) for frame in state.pending]
    is_early = bool(draws[1:]) and bool(state.artefacts or any(player.artefact for player in state.players))
    is_row_early = draws == list(SETUP_DRAWS) and any(state.hero_row)
    seats_found = tuple(frame.seat for frame in state.pending)
    are_expected = questions == [*beneath, *draws] and draws == list(SETUP_DRAWS[: len(draws)])
    return are_expected and seats_found == (*seats, *(CHANCE for _ in draws)) and not is_early and not is_row_early


def _is_turn(state: State, tables: Content) -> bool:
    """Return whether the active player acts, invites or passes, or chance prepares a new round."""
    passed = [seat for seat, player in enumerate(state.players) if player.passed]
    if not state.round or (state.next_first_seat is None) != (not passed):
        return False
    if state.next_first_seat is not None and state.next_first_seat not in passed:
        return False
    if not all(player.artefact for player in state.players):
        return False
    for frame in state.pending:
        if frame.seat != (CHANCE if question_of(frame) in CHANCE_QUESTIONS else state.active_seat):
            return False
    return _is_pass(state) if state.active_player.passed else _is_action(state, tables, has_pass=bool(passed))


def _is_action(state: State, tables: Content, *, has_pass: bool) -> bool:
    """Return whether the open questions are possible for a player who has not passed."""
    line = question_line(state)
    placed = tables.numbers["villagers"] - state.active_player.villagers + state.active_player.bonus_used
    if (state.has_acted and not placed) or (state.evenly_exchanged and not _may_exchange_evenly(state, tables)):
        return False
    is_idle = not (state.has_acted or state.has_invited or has_pass)
    is_new_round = (
        is_idle and state.active_seat == state.first_seat and state.round > 1 and bool(NEW_ROUND_STACK.fullmatch(line))
    )
    return (
        not line
        or (state.has_acted and bool(ACTION_STACK.fullmatch(line)))
        or (state.has_invited and bool(INVITE_STACK.fullmatch(line)))
        or is_new_round
    )


def _may_exchange_evenly(state: State, tables: Content) -> bool:
    """Return whether the active player's artefact permits even exchanges."""
    return "even_exchange" in tables.artefacts[state.active_player.artefact].permits


def _is_pass(state: State) -> bool:
    """Return whether the open questions are possible for a player who has passed."""
    line = question_line(state)
    if state.evenly_exchanged:
        return False
    if is_last_round(state):
        return line == "last_exchanges "
    return bool(PASS_STACK.fullmatch(line)) or (is_solo(state) and line == "reveal_artefacts ")


def _is_over(state: State, tables: Content) -> bool:
    """Return whether the last round has been played."""
    all_passed = all(player.passed and player.artefact for player in state.players)
    return not state.pending and is_last_round(state) and all_passed and state.next_first_seat is not None


# --- the common board -----------------------------------------------------------------------------------------------


def _check_table(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for gaps in market and row, and for a wrong number of artefacts."""
    line = question_line(state)
    if EMPTY_SLOT in state.market and state.supply.buildings and "fill_market" not in line:
        yield fault("market", "audit.full")
    heroes = [bool(hero) for hero in state.hero_row]
    if heroes != sorted(heroes) or (not all(heroes) and state.supply.heroes and "fill_row" not in line):
        yield fault("hero_row", "audit.full")
    if "reveal_artefacts" not in line and len(state.artefacts) != _offer_size(state, tables):
        yield fault("artefacts", "audit.offer", found=len(state.artefacts), wanted=_offer_size(state, tables))
    removed = sum(count_in(state.supply.removed, artefact) for artefact in tables.artefacts)
    if removed != _removed_artefacts(state, line):
        yield fault("supply.removed", "audit.offer", found=removed, wanted=_removed_artefacts(state, line))
    for index, frame in enumerate(state.pending):
        wanted = getattr(frame, "target_count", None)
        if wanted is not None and wanted != _reveal_target(state, tables):
            yield fault(f"pending[{index}]", "audit.offer", found=wanted, wanted=_reveal_target(state, tables))


def _offer_size(state: State, tables: Content) -> int:
    """Return the number of artefacts on offer: the initial number minus those taken."""
    owned = sum(bool(player.artefact) for player in state.players)
    return artefact_offer_size(tables, len(state.players)) - owned


def _reveal_target(state: State, tables: Content) -> int:
    """Return the number of artefacts that must be on offer before the next choice."""
    if state.stage == "draft":
        return artefact_offer_size(tables, len(state.players))
    return tables.numbers["spare_artefacts"]


def _removed_artefacts(state: State, line: str) -> int:
    """Return the number of artefacts that left the game: one per pass in a solo game, else none."""
    if not is_solo(state) or state.stage == "draft":
        return 0
    return state.round - 1 + (line == "reveal_artefacts ")
