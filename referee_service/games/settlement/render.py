"""The view as text: market, heroes and artefacts, then every seat with its wilderness and colony."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.components import TextWriter
from referee_service.kernel.rules import Fact
from referee_service.kernel.text_table import Block, Section, Table, TextContext

from .actions.invite_hero import price_of
from .components import artefact_text
from .content.tables import LEVELS, STREETS, content
from .effects import building_gain
from .scoring import hero_points, rank_of, score_lines
from .state import (
    Player,
    State,
    in_book_order,
    is_solo,
    monster_of,
    resource_of,
    spaces_of_region,
    spaces_of_street,
)

COLUMNS = ("left", "centre", "right")
"""Captions of the columns of wilderness and colony."""


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the round with the market, the heroes and artefacts on offer, and one section for each seat."""
    yield Section("table", _title(seen, context), tuple(_table_blocks(seen, context)))
    yield Section("offers", context.caption("offers"), (_hero_table(seen, context), _artefact_table(seen, context)))
    for seat, player in enumerate(seen.players):
        yield Section(f"seat.{seat}", _seat_title(seen, seat, context), tuple(_seat_blocks(seen, player, context)))


def _count_list(pieces: dict[str, int], context: TextContext) -> str:
    """Return counted pieces as a list, or a dash if there are none."""
    return context.counted(pieces.items())


# --- the common board -------------------------------------------------------------------------------------------------


def _title(seen: State, context: TextContext) -> str:
    title = context.catalogue.title[context.language]
    if seen.stage != "turns":
        return context.caption(seen.stage, title=title)
    return context.caption("round", title=title, round=seen.round, rounds=content(seen).numbers["rounds"])


def _table_blocks(seen: State, context: TextContext) -> Iterator[Block]:
    first = context.player(seen.first_seat)
    if seen.stage == "over" and is_solo(seen):
        yield context.caption("rank", rank=rank_of(seen))
    elif seen.stage == "turns":
        yield context.caption("players", first=first, turn=context.player(seen.active_seat))
    else:
        yield context.caption("first", first=first)
    yield _market_table(seen, context)
    yield context.caption("villager_note", villagers=content(seen).numbers["build_villagers"])


def _market_table(seen: State, context: TextContext) -> Table:
    """Return the market: each slot with its building, the copies left, the price, and what a use gives and brings."""
    buildings, rows = content(seen).buildings, []
    for at, slot in enumerate(seen.market):
        if not slot.building:
            rows.append((str(at), context.caption("empty"), "", "", ""))
            continue
        row = buildings[slot.building].row
        gain = context.counted((piece, building_gain(row).count(piece)) for piece in dict.fromkeys(building_gain(row)))
        use = context.caption("trade", give=_count_list(row.give, context), gain=gain) if row.give else gain
        rows.append((str(at), context.piece(slot.building), str(slot.count), _count_list(row.cost, context), use))
    head = tuple(context.caption(name) for name in ("slot", "market", "copies", "price", "use"))
    return Table(head, tuple(rows))


def _hero_table(seen: State, context: TextContext) -> Table:
    """Return the hero row: price with the surcharge, points, bonus villagers, and the monster that each hero shows."""
    tables, rows = content(seen), []
    for at, hero in enumerate(seen.hero_row):
        if not hero:
            rows.append((str(at), context.caption("empty"), "", "", "", ""))
            continue
        card = tables.heroes[hero]
        price = context.counted(in_book_order(price_of(seen, hero)))
        villagers = context.counted([("villager", card.villagers)]) if card.villagers else ""
        monster = context.piece(f"short_{card.monster}")
        rows.append((str(at), context.piece(hero), price, _card_points(seen, hero, context), villagers, monster))
    head = tuple(context.caption(name) for name in ("place", "hero", "price", "worth", "bonus", "lures"))
    return Table(head, tuple(rows))


def _card_points(seen: State, hero: str, context: TextContext) -> str:
    """Return what a hero is worth in a few words: `1 per terrain`, `7 points`."""
    tables = content(seen)
    card = tables.heroes[hero]
    per = tables.guilds[card.guild].per
    return _phrase(f"short_{per}", context) if per != "card" else _phrase("card_points", context, points=card.points)


def _phrase(name: str, context: TextContext, **facts: Fact) -> str:
    return TextWriter(context.catalogue, context.language).phrase(name, **facts)


def _artefact_table(seen: State, context: TextContext) -> Table:
    rows = ((context.piece(artefact), _artefact_effect(seen, artefact, context)) for artefact in seen.artefacts)
    cells = tuple((artefact, effect.rstrip(".")) for artefact, effect in rows)
    return Table((context.caption("artefact"), context.caption("effect")), cells)


def _artefact_effect(seen: State, artefact: str, context: TextContext) -> str:
    """Return the first sentence of an artefact: what it does."""
    write = TextWriter(context.catalogue, context.language)
    return write.text(list(artefact_text(content(seen).artefacts[artefact].row, write))[:1])


# --- seats ------------------------------------------------------------------------------------------------------------


def _seat_title(seen: State, seat: int, context: TextContext) -> str:
    player = seen.players[seat]
    points = sum(line.points for line in score_lines(seen, player))
    passed = context.caption("passed") if player.passed and seen.stage == "turns" else None
    return context.caption("seat_title", player=context.player(seat), points=points, passed=passed)


def _seat_blocks(seen: State, player: Player, context: TextContext) -> Iterator[Block]:
    yield context.caption(
        "owned",
        reserve=context.counted(in_book_order(player.reserve)) if player.reserve else context.caption("empty"),
        villagers=player.villagers,
        bonus=player.bonus_villagers or None,
    )
    if player.artefact:
        effect = _artefact_effect(seen, player.artefact, context)
        yield context.caption("own_artefact", artefact=context.piece(player.artefact), effect=effect)
    else:
        yield context.caption("no_artefact")
    heroes = [
        context.caption("hero_points", hero=context.piece(hero), points=hero_points(seen, player, hero))
        for hero in player.heroes
    ]
    yield context.caption("heroes", heroes=", ".join(heroes)) if heroes else context.caption("no_heroes")
    columns = tuple(context.caption(name) for name in COLUMNS)
    yield Table((context.caption("wilderness"), *columns), tuple(_wild_rows(seen, player, context)))
    yield Table((context.caption("colony"), *columns), tuple(_colony_rows(seen, player, context)))


def _wild_rows(seen: State, player: Player, context: TextContext) -> Iterator[tuple[str, ...]]:
    """Yield the regions from III down to I, as they lie on the board."""
    for region in reversed(LEVELS):
        zone = _zone(f"region_{region}", player.regions[region - 1], context)
        yield zone, *(_wild_cell(seen, player, space, context) for space in spaces_of_region(region))


def _wild_cell(seen: State, player: Player, space: int, context: TextContext) -> str:
    """Return one space of the wilderness: its resource, and the monster, the risk of one, or the fortification."""
    if not player.wilderness[space]:
        return context.caption("unexplored", space=space)
    resource = resource_of(seen, player, space)
    monster = context.piece(f"short_{monster_of(seen, player, space)}")
    if space in player.monsters:
        return context.caption("invaded", space=space, resource=resource, monster=monster)
    if space in player.fortifications:
        name = "fort_used" if space in player.activated_fortifications else "fortified"
        return context.caption(name, space=space, resource=resource)
    return context.caption("risk", space=space, resource=resource, monster=monster)


def _colony_rows(seen: State, player: Player, context: TextContext) -> Iterator[tuple[str, ...]]:
    """Yield the streets from the upper to the lower one."""
    for street, times in zip(STREETS, player.streets, strict=True):
        cells = (_colony_cell(seen, player, space, context) for space in spaces_of_street(street))
        yield _zone(street, times, context), *cells


def _colony_cell(seen: State, player: Player, space: int, context: TextContext) -> str:
    """Return one space of the colony: its building and the tokens stored there."""
    building = player.colony[space]
    if not building:
        return context.caption("no_building", space=space)
    given = content(seen).buildings[building].row.give
    stored = context.counted((kind, player.stored[space]) for kind in given) if player.stored[space] else None
    return context.caption("building", space=space, building=building, stored=stored)


def _zone(name: str, times: int, context: TextContext) -> str:
    """Return the name of a region or street, and how often it was activated in this round."""
    zone = context.piece(name)
    if not times:
        return zone
    return context.caption("activated" if times == 1 else "activated_twice", zone=zone)
