"""One moment of the game: stage, round, who has passed, and what lies on the table fit each other."""

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
"""What chance lays out before the game, the last one first."""
ACTION_STACK = re.compile(
    r"(fill_market )?(place_building (payment )?"
    r"|(use_buildings )?((gain_basic|collect_terrain) )*(give_basic )?)"
    r"|draw_terrain |(encounter )+(collect_terrain )?"
)
"""The questions that an action may have open, from the first to the last."""
INVITE_STACK = re.compile(r"welcome_hero payment |fill_row ")
PASS_STACK = re.compile(r"take_artefact (keep_basics )?")
NEW_ROUND_STACK = re.compile(r"fill_market (fill_row )?|fill_row ")


def question_line(state: State) -> str:
    """The open questions as one line, from the first to the last."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def timing(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    fits = {"draft": _drafting, "turns": _taking_turns, "over": _over}[state.stage]
    if not fits(state, content(state)):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _table(state, content(state))


# --- which questions can be open ------------------------------------------------------------------------------------


def _drafting(state: State, tables: Content) -> bool:
    """The table is laid out, the starter drawn, and artefacts are chosen from the last player backwards."""
    untouched = (state.round, state.next_first_seat, state.has_acted, state.has_invited, state.active_seat)
    if untouched != (0, None, False, False, state.first_seat) or state.evenly_exchanged or state.supply.removed:
        return False
    fresh = new_player(tables)
    if any(replace(p, reserve=fresh.reserve, bonus_villagers=0, artefact=EMPTY) != fresh for p in state.players):
        return False
    if any((p.reserve, p.bonus_villagers) != (fresh.reserve, 0) for p in state.players if not p.artefact):
        return False
    named = state.options.first_player
    lots = [question for question in map(question_of, state.pending) if question in SETUP_DRAWS]
    if is_solo(state) or named is not None:
        known = state.first_seat == (named or 0)
    else:
        known = "pick_starter" not in question_line(state)
        if not known:
            return state.first_seat == 0 and _draws_then(state, lots, ["pick_starter"], (CHANCE,))
    order = draft_order(state)
    waiting = tuple(seat for seat in reversed(order) if not state.players[seat].artefact)
    last = waiting == tuple(reversed(order))[: len(waiting)] and bool(waiting)
    early = bool(lots) and len(waiting) < len(order)
    return known and last and not early and _draws_then(state, lots, ["take_artefact"] * len(waiting), waiting)


def _draws_then(state: State, lots: list[str], beneath: list[str], seats: tuple[object, ...]) -> bool:
    """Whether just these questions are open, those of chance on top; artefacts only lie open after the other lots."""
    found = [question_of(frame) for frame in state.pending]
    early = bool(lots[1:]) and bool(state.artefacts or any(player.artefact for player in state.players))
    row_early = lots == list(SETUP_DRAWS) and any(state.hero_row)
    asking = tuple(frame.seat for frame in state.pending)
    fitting = found == [*beneath, *lots] and lots == list(SETUP_DRAWS[: len(lots)])
    return fitting and asking == (*seats, *(CHANCE for _ in lots)) and not early and not row_early


def _taking_turns(state: State, tables: Content) -> bool:
    """The player in turn acts, invites, or passes; or the table is put in order for a new round."""
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
    return _passing(state) if state.active_player.passed else _acting(state, tables, begun=bool(passed))


def _acting(state: State, tables: Content, *, begun: bool) -> bool:
    line = question_line(state)
    placed = tables.numbers["villagers"] - state.active_player.villagers + state.active_player.bonus_used
    if (state.has_acted and not placed) or (state.evenly_exchanged and not _may_exchange_evenly(state, tables)):
        return False
    idle = not (state.has_acted or state.has_invited or begun)
    new = idle and state.active_seat == state.first_seat and state.round > 1 and bool(NEW_ROUND_STACK.fullmatch(line))
    return (
        not line
        or (state.has_acted and bool(ACTION_STACK.fullmatch(line)))
        or (state.has_invited and bool(INVITE_STACK.fullmatch(line)))
        or new
    )


def _may_exchange_evenly(state: State, tables: Content) -> bool:
    return "even_exchange" in tables.artefacts[state.active_player.artefact].permits


def _passing(state: State) -> bool:
    line = question_line(state)
    if state.evenly_exchanged:
        return False
    if is_last_round(state):
        return line == "last_exchanges "
    return bool(PASS_STACK.fullmatch(line)) or (is_solo(state) and line == "reveal_artefacts ")


def _over(state: State, tables: Content) -> bool:
    everybody = all(player.passed and player.artefact for player in state.players)
    return not state.pending and is_last_round(state) and everybody and state.next_first_seat is not None


# --- what lies on the table -----------------------------------------------------------------------------------------


def _table(state: State, tables: Content) -> Iterator[Fault]:
    """Market and row are full unless they are being filled; so many artefacts are on offer."""
    line = question_line(state)
    if EMPTY_SLOT in state.market and state.supply.buildings and "fill_market" not in line:
        yield fault("market", "audit.full")
    heroes = [bool(hero) for hero in state.hero_row]
    if heroes != sorted(heroes) or (not all(heroes) and state.supply.heroes and "fill_row" not in line):
        yield fault("hero_row", "audit.full")
    if "reveal_artefacts" not in line and len(state.artefacts) != _offered(state, tables):
        yield fault("artefacts", "audit.offer", found=len(state.artefacts), wanted=_offered(state, tables))
    gone = sum(count_in(state.supply.removed, artefact) for artefact in tables.artefacts)
    if gone != _removed_artefacts(state, line):
        yield fault("supply.removed", "audit.offer", found=gone, wanted=_removed_artefacts(state, line))
    for index, frame in enumerate(state.pending):
        wanted = getattr(frame, "target_count", None)
        if wanted is not None and wanted != _revealed(state, tables):
            yield fault(f"pending[{index}]", "audit.offer", found=wanted, wanted=_revealed(state, tables))


def _offered(state: State, tables: Content) -> int:
    """How many artefacts lie open: in all so many, less those taken; alone, a new one comes for each that is gone."""
    owned = sum(bool(player.artefact) for player in state.players)
    return artefact_offer_size(tables, len(state.players)) - owned


def _revealed(state: State, tables: Content) -> int:
    """How many artefacts must lie open before the next choice."""
    if state.stage == "draft":
        return artefact_offer_size(tables, len(state.players))
    return tables.numbers["spare_artefacts"]


def _removed_artefacts(state: State, line: str) -> int:
    """How many artefacts have left the game: alone, one for each pass."""
    if not is_solo(state) or state.stage == "draft":
        return 0
    return state.round - 1 + (line == "reveal_artefacts ")
