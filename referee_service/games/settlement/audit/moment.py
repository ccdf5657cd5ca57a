"""One moment of the game: stage, round, who has passed, and what lies on the table fit each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.settlement.content import Content, content
from referee_service.games.settlement.setup import artefacts_offered, draft_order, new_player
from referee_service.games.settlement.state import EMPTY, State, is_last_round, is_solo
from referee_service.games.settlement.table import NOTHING
from referee_service.kernel.ruling import Fault, fault
from referee_service.kernel.state import CHANCE, question_of
from referee_service.kernel.values import count_in

BY_CHANCE = frozenset({"pick_starter", "reveal_artefacts", "fill_market", "fill_row", "draw_terrain"})
"""Questions that chance answers."""
LOTS = ("reveal_artefacts", "fill_row", "fill_market")
"""What chance lays out before the game, the last one first."""
ACTING = re.compile(
    r"(fill_market )?(place_building (payment )?"
    r"|(use_buildings )?((gain_basic|collect_terrain) )*(give_basic )?)"
    r"|draw_terrain |(encounter )+(collect_terrain )?"
)
"""The questions that an action may have open, from the first to the last."""
INVITING = re.compile(r"welcome_hero payment |fill_row ")
PASSING = re.compile(r"take_artefact (keep_basics )?")
NEW_ROUND = re.compile(r"fill_market (fill_row )?|fill_row ")


def asked(state: State) -> str:
    """The open questions as one line, from the first to the last."""
    return "".join(f"{question_of(frame)} " for frame in state.pending)


def moment(state: State) -> Iterator[Fault]:
    """Everything that depends on when it is."""
    fits = {"draft": _drafting, "turns": _taking_turns, "over": _over}[state.stage]
    if not fits(state, content(state)):
        yield fault("pending" if state.pending else "stage", "audit.stage", stage=state.stage)
        return
    yield from _table(state, content(state))


# --- which questions can be open ------------------------------------------------------------------------------------


def _drafting(state: State, tables: Content) -> bool:
    """The table is laid out, the starter drawn, and artefacts are chosen from the last player backwards."""
    untouched = (state.round, state.next_first, state.acted, state.invited, state.active)
    if untouched != (0, None, False, False, state.first) or state.swapped or state.supply.box:
        return False
    fresh = new_player(tables)
    if any(replace(p, reserve=fresh.reserve, bonus=0, artefact=EMPTY) != fresh for p in state.players):
        return False
    if any((p.reserve, p.bonus) != (fresh.reserve, 0) for p in state.players if not p.artefact):
        return False
    named = state.options.first_player
    lots = [question for question in map(question_of, state.pending) if question in LOTS]
    if is_solo(state) or named is not None:
        known = state.first == (named or 0)
    else:
        known = "pick_starter" not in asked(state)
        if not known:
            return state.first == 0 and _lots_and(state, lots, ["pick_starter"], (CHANCE,))
    order = draft_order(state)
    waiting = tuple(seat for seat in reversed(order) if not state.players[seat].artefact)
    last = waiting == tuple(reversed(order))[: len(waiting)] and bool(waiting)
    early = bool(lots) and len(waiting) < len(order)
    return known and last and not early and _lots_and(state, lots, ["take_artefact"] * len(waiting), waiting)


def _lots_and(state: State, lots: list[str], beneath: list[str], seats: tuple[object, ...]) -> bool:
    """Whether just these questions are open, those of chance on top; artefacts only lie open after the other lots."""
    found = [question_of(frame) for frame in state.pending]
    early = bool(lots[1:]) and bool(state.artefacts or any(player.artefact for player in state.players))
    row_early = lots == list(LOTS) and any(state.row)
    asking = tuple(frame.seat for frame in state.pending)
    fitting = found == [*beneath, *lots] and lots == list(LOTS[: len(lots)])
    return fitting and asking == (*seats, *(CHANCE for _ in lots)) and not early and not row_early


def _taking_turns(state: State, tables: Content) -> bool:
    """The player in turn acts, invites, or passes; or the table is put in order for a new round."""
    passed = [seat for seat, player in enumerate(state.players) if player.passed]
    if not state.round or (state.next_first is None) != (not passed):
        return False
    if state.next_first is not None and state.next_first not in passed:
        return False
    if not all(player.artefact for player in state.players):
        return False
    for frame in state.pending:
        if frame.seat != (CHANCE if question_of(frame) in BY_CHANCE else state.active):
            return False
    return _passing(state) if state.me.passed else _acting(state, tables, begun=bool(passed))


def _acting(state: State, tables: Content, *, begun: bool) -> bool:
    line = asked(state)
    placed = tables.numbers["villagers"] - state.me.villagers + state.me.bonus_used
    if (state.acted and not placed) or (state.swapped and not _may_swap(state, tables)):
        return False
    idle = not (state.acted or state.invited or begun)
    new = idle and state.active == state.first and state.round > 1 and bool(NEW_ROUND.fullmatch(line))
    return (
        not line
        or (state.acted and bool(ACTING.fullmatch(line)))
        or (state.invited and bool(INVITING.fullmatch(line)))
        or new
    )


def _may_swap(state: State, tables: Content) -> bool:
    return "even_exchange" in tables.artefacts[state.me.artefact].permits


def _passing(state: State) -> bool:
    line = asked(state)
    if state.swapped:
        return False
    if is_last_round(state):
        return line == "last_exchanges "
    return bool(PASSING.fullmatch(line)) or (is_solo(state) and line == "reveal_artefacts ")


def _over(state: State, tables: Content) -> bool:
    everybody = all(player.passed and player.artefact for player in state.players)
    return not state.pending and is_last_round(state) and everybody and state.next_first is not None


# --- what lies on the table -----------------------------------------------------------------------------------------


def _table(state: State, tables: Content) -> Iterator[Fault]:
    """Market and row are full unless they are being filled; so many artefacts are on offer."""
    line = asked(state)
    if NOTHING in state.market and state.supply.buildings and "fill_market" not in line:
        yield fault("market", "audit.full")
    heroes = [bool(hero) for hero in state.row]
    if heroes != sorted(heroes) or (not all(heroes) and state.supply.heroes and "fill_row" not in line):
        yield fault("row", "audit.full")
    if "reveal_artefacts" not in line and len(state.artefacts) != _offered(state, tables):
        yield fault("artefacts", "audit.offer", found=len(state.artefacts), wanted=_offered(state, tables))
    gone = sum(count_in(state.supply.box, artefact) for artefact in tables.artefacts)
    if gone != _gone(state, line):
        yield fault("supply.box", "audit.offer", found=gone, wanted=_gone(state, line))
    for index, frame in enumerate(state.pending):
        wanted = getattr(frame, "wanted", None)
        if wanted is not None and wanted != _revealed(state, tables):
            yield fault(f"pending[{index}]", "audit.offer", found=wanted, wanted=_revealed(state, tables))


def _offered(state: State, tables: Content) -> int:
    """How many artefacts lie open: in all so many, less those taken; alone, a new one comes for each that is gone."""
    owned = sum(bool(player.artefact) for player in state.players)
    return artefacts_offered(tables, len(state.players)) - owned


def _revealed(state: State, tables: Content) -> int:
    """How many artefacts must lie open before the next choice."""
    if state.stage == "draft":
        return artefacts_offered(tables, len(state.players))
    return tables.numbers["spare_artefacts"]


def _gone(state: State, line: str) -> int:
    """How many artefacts have left the game: alone, one for each pass."""
    if not is_solo(state) or state.stage == "draft":
        return 0
    return state.round - 1 + (line == "reveal_artefacts ")
