"""Views as text: the common table, then one section for each seat."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import Bag, bag_of, pieces_of, size_of
from referee_service.kernel.text_table import Section, Table, TextContext

from .content.tables import CITY_HOST, DECKS, content
from .fiefs import ONLY_NEUTRAL_FIEF, ally_of, home_fief, named_fief, neighbours
from .fields import NO_HOST
from .spots import land_facts
from .state import Battle, State, Unit, max_units_fed, output_of, prestige
from .view import View
from .war.battle import armies

NOTHING = ""
"""The cell of a table that has no entry. The plain form leaves it out."""


def sections(seen: View, context: TextContext) -> Iterator[Section]:
    """Yield the common table, then each seat with its fief, its cards elsewhere and its hand."""
    title = context.catalogue.title[context.language]
    yield Section("table", title, (*_turn_lines(seen.board, context), _decks(seen, context), _piles(seen, context)))
    for seat, player in enumerate(seen.board.players):
        if not player.alive:
            yield Section(f"seat.{seat}", context.player(seat), (context.caption("eliminated"),))
            continue
        figures, free = _figures(seen.board, seat, context), _free_units(seen.board, seat, context)
        lands, hand = _lands(seen.board, seat, context), _hand(seen, seat, context)
        yield Section(f"seat.{seat}", context.player(seat), (*figures, lands, *free, hand))


# --- the common table -----------------------------------------------------------------------------------------------


def _turn_lines(board: State, context: TextContext) -> Iterator[str]:
    """Yield the turn with its phase, the help of the ally, and the battle."""
    if board.game_end is not None:
        yield context.caption("over")
        return
    yield context.caption("turn", player=player_name(board.active_seat, context), phase=board.phase)
    if board.ally_pool:
        yield context.caption("help", resources=pieces_of(board.ally_pool))
    if board.battle is None:
        return
    yield from _battle_lines(board, board.battle, context)


def _battle_lines(board: State, battle: Battle, context: TextContext) -> Iterator[str]:
    """Yield the battle, and each army with its opponents or what it strikes."""
    sides = (battle.attacker, battle.defender)
    attacker, defender = (player_name(seat, context) for seat in sides)
    yield context.caption("battle", fief=fief_name(board, battle.fief, context), attacker=attacker, defender=defender)
    struck = {army: (host, "") for army, host in battle.targets}
    struck |= {army: (host, name) for army, host, name in battle.struck_buildings}
    for army in armies(board):
        cards, foes = ([unit for unit in board.players[seat].units if unit.army == army] for seat in sides)
        host, building = struck.get(army, (None, ""))
        facts = land_facts(board, battle.defender, host)
        facts |= {"target": building} if building else {"target": facts["land"], "land": None}
        yield context.caption(
            "army", army=army, cards=_units(cards, context), foes=_units(foes, context) or None, **facts
        )


def _decks(seen: View, context: TextContext) -> Table:
    """Return the decks with their number of cards and their last card."""
    hidden = [0] * len(DECKS)
    for seat, counts in enumerate(seen.cards):
        if seat != seen.seat:
            hidden = [held + count for held, count in zip(hidden, counts, strict=True)]
    rows = tuple(
        (
            context.piece(DECKS[index]),
            str(size_of(seen.unseen[index]) - hidden[index] + bool(deck.last)),
            context.piece(deck.last) if deck.last else NOTHING,
        )
        for index, deck in enumerate(seen.board.decks)
    )
    return Table(_head(context, "deck", "remaining", "last"), rows)


def _piles(seen: View, context: TextContext) -> Table:
    """Return the piles with their open building, its price and points, and the number of buildings beneath."""
    tables = content(seen.board)
    rows = tuple(
        (
            str(index),
            context.piece(pile.top) if pile.top else NOTHING,
            context.counted(tables.costs[pile.top]) if pile.top else NOTHING,
            str(tables.buildings[pile.top].points) if pile.top else NOTHING,
            str(pile.hidden_count),
        )
        for index, pile in enumerate(seen.board.piles)
    )
    return Table(_head(context, "pile", "building", "price", "points", "beneath"), rows)


def _head(context: TextContext, *captions: str) -> tuple[str, ...]:
    return tuple(context.caption(name) for name in captions)


# --- a seat ---------------------------------------------------------------------------------------------------------


def _figures(board: State, seat: int, context: TextContext) -> Iterator[str]:
    """Yield points, food and siege of a seat."""
    numbers, points, ally = content(board).numbers, prestige(board, seat), ally_of(board, seat)
    if ally is None:
        goal = numbers["alliance_prestige" if len(board.players) == 4 else "prestige"]
        yield context.caption("score", points=points, goal=goal)
    else:
        total, goal = points + prestige(board, ally), numbers["alliance_prestige"]
        yield context.caption("shared_score", points=points, ally=player_name(ally, context), sum=total, goal=goal)
    yield context.caption("food", fed=max_units_fed(board, seat), units=len(board.players[seat].units))
    if siege := board.players[seat].siege:
        yield context.caption("siege", turns=siege, limit=numbers["siege"])


def _lands(board: State, seat: int, context: TextContext) -> Table:
    """Return the city and the territories of a seat with all that stands on them."""
    rows, tables, player = [], content(board), board.players[seat]
    for host, land in enumerate(player.lands):
        if not land.card:
            continue
        name = context.caption("turned_land", card=land.card) if land.turned else context.piece(land.card)
        produced = ((tables.lands[land.card].resource, sum(output_of(board, seat, host))),)
        buildings = ", ".join(context.piece(building) for building in land.buildings)
        units = [unit for unit in player.units if unit.host == host]
        place = NOTHING if host == CITY_HOST else str(host)
        rows.append((place, name, context.counted(produced), buildings or NOTHING, _units(units, context)))
    return Table(_head(context, "place", "land", "output", "buildings", "cards"), tuple(rows))


def _free_units(board: State, seat: int, context: TextContext) -> Iterator[str]:
    """Yield the units of a seat that stand on no land, one line for each fief, its own one first."""
    fiefs = sorted(neighbours(len(board.players)), key=lambda fief: (fief != home_fief(seat), fief))
    for fief in fiefs:
        units = [unit for unit in board.players[seat].units if unit.fief == fief and unit.host == NO_HOST]
        if units:
            yield context.caption("free", fief=fief_name(board, fief, context), cards=_units(units, context))


def _hand(seen: View, seat: int, context: TextContext) -> str:
    """Return the hand if it is visible, or its number of cards of each deck."""
    hand = seen.board.players[seat].hand
    if hand:
        return context.caption("hand", cards=context.counted(hand))
    counts = [(f"{deck}_card", count) for deck, count in zip(DECKS, seen.cards[seat], strict=True) if count]
    backs = context.counted(counts) if counts else None
    return context.caption("hidden_hand", count=sum(seen.cards[seat]), cards=backs)


def fief_name(board: State, fief: str, context: TextContext) -> str:
    """Return a fief with the name of its player, or of the player before it. The only neutral fief needs no player."""
    if named_fief(board, fief) == ONLY_NEUTRAL_FIEF:
        return context.caption("only_neutral")
    kind, _, seat = fief.partition("_")
    return context.caption(kind, player=player_name(int(seat), context))


def player_name(seat: int, context: TextContext) -> str:
    """Return the name of a player inside a sentence, or the seat if none was given."""
    has_name = seat < len(context.names) and context.names[seat]
    return context.player(seat) if has_name else context.caption("seat_word", seat=seat)


def _units(units: list[Unit], context: TextContext) -> str:
    """Return units with their wounds, equal ones counted."""
    keys: Bag = bag_of(f"{unit.card} {unit.turned:d} {unit.wounds}" for unit in units)
    parts = []
    for key, count in keys:
        card, turned, wounds = key.split()
        facts = {"card": card, "turned": count if int(turned) else None, "wounds": int(wounds) or None}
        parts.append(context.caption("units" if count > 1 else "unit", count=count, **facts))
    return ", ".join(parts)
