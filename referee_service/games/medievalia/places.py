"""Places of the table: all that a seat sees, and those of payments, damage and support in a battle."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.places import Group

from .content.tables import CITY_HOST, DECKS, PILES, content
from .fiefs import home_fief, is_ally, neighbours, teams
from .fields import NO_HOST
from .payment.names import parse_source
from .questions import MusterFrame, TakeDamageFrame
from .spots import building_place, building_places, front_place, land_place, player_at, unit_place, unit_places
from .state import State
from .war.battle import armies, can_be_attacked_in
from .war.defence import battle_place
from .war.support import opposing_seat, supported_seat

# --- sources of a payment -------------------------------------------------------------------------------------------


def source_places(state: State, seat: int, source: str) -> Group:
    """Return the land, card or hand card that pays. A conversion is a choice."""
    named = parse_source(source)
    if named.conversion:
        return (f"choice.{source}",)
    if named.resource:
        return (f"hand.{seat}.{named.card}",)
    if not named.card:
        return (land_place(seat, CITY_HOST if named.host is None else named.host),)
    where = (named.card, home_fief(seat), NO_HOST if named.host is None else named.host, False)
    return unit_places(state, seat, lambda unit: (unit.card, unit.fief, unit.host, unit.turned) == where)


def source_card(state: State, seat: int, source: str) -> str:
    """Return the land or card that pays, or "" for a conversion."""
    named, player = parse_source(source), player_at(state, seat)
    if named.card or named.host is None or player is None:
        return named.card
    return player.lands[named.host].card


# --- cards of a battle ----------------------------------------------------------------------------------------------


def damage_places(state: State, seat: int, card: str) -> Group:
    """Return the cards or buildings of this name that may take the damage now."""
    frame = state.pending[-1] if state.pending else None
    if not isinstance(frame, TakeDamageFrame):
        return ()
    if frame.host == NO_HOST:
        return unit_places(state, seat, lambda unit: (unit.card, unit.army) == (card, frame.army))
    guards = unit_places(state, seat, lambda unit: (unit.card, unit.host) == (card, frame.host) and unit.army <= 0)
    return (*guards, *building_places(state, seat, frame.host, card))


def enemy_places(state: State, seat: int, card: str) -> Group:
    """Return the cards of the opposing side in the current battle."""
    return _battle_card_places(state, opposing_seat(state, seat), card) if state.battle is not None else ()


def own_side_places(state: State, seat: int, card: str) -> Group:
    """Return the cards of the supported side in the current battle."""
    return _battle_card_places(state, supported_seat(state, seat), card) if state.battle is not None else ()


def _battle_card_places(state: State, seat: int, card: str) -> Group:
    assert state.battle is not None
    where = (card, state.battle.fief)
    return unit_places(state, seat, lambda unit: (unit.card, unit.fief) == where)


def places_in_battle(state: State, seat: int, place: str) -> Group:
    """Return the cards of both sides on a land, in an army or free in the fief of the current battle."""
    battle = state.battle
    if battle is None:
        return ()
    return tuple(
        at
        for side in (battle.attacker, battle.defender)
        for at in unit_places(state, side, lambda unit: unit.fief == battle.fief and battle_place(unit) == place)
    )


# --- the whole table ------------------------------------------------------------------------------------------------


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places that a seat sees. The hand of another seat shows the backs of its decks only."""
    return (
        *(f"pile.{index}" for index in PILES),
        *(f"deck.{deck}" for deck in DECKS),
        *_fief_places(state),
        *_battle_places(state),
        *(place for seat in range(len(state.players)) for place in _seat_places(state, seat, viewer)),
    )


def _fief_places(state: State) -> Iterator[str]:
    """Yield the fiefs with their fronts, then lands, buildings and cards."""
    for fief in neighbours(len(state.players)):
        yield f"fief.{fief}"
        for seat, player in enumerate(state.players):
            if player.alive and can_be_attacked_in(state, seat, fief) and _has_enemies_of(state, seat, fief):
                yield front_place(fief, seat)
    for seat, player in enumerate(state.players):
        if player.alive:
            yield f"fief.{home_fief(seat)}.free"
            for host, land in enumerate(player.lands):
                yield land_place(seat, host)
                yield from (building_place(seat, host, index) for index in range(len(land.buildings)))
        yield from dict.fromkeys(unit_place(seat, unit) for unit in player.units)


def _has_enemies_of(state: State, seat: int, fief: str) -> bool:
    """Return whether a unit of another team stands in a fief."""
    return any(
        unit.fief == fief
        for other, player in enumerate(state.players)
        if not is_ally(state, seat, other)
        for unit in player.units
    )


def _battle_places(state: State) -> Iterator[str]:
    """Yield the battle and its armies. While armies are formed, the next one has a place too."""
    if state.battle is None:
        return
    yield "battle"
    formed = armies(state)
    if state.pending and isinstance(state.pending[-1], MusterFrame):
        formed = [*formed, len(formed) + 1]
    yield from (f"battle.army.{army}" for army in formed)


def _seat_places(state: State, seat: int, viewer: int | None) -> Iterator[str]:
    """Yield score, food, siege and hand of a seat, and its alliance before the first of its seats."""
    if len(state.players) == 4:
        yield from (f"alliance.{index}" for index, team in enumerate(teams(4)) if team[0] == seat)
    yield from (f"seat.{seat}.{name}" for name in ("score", "food", "siege"))
    yield f"hand.{seat}"
    hand, deck_of = state.players[seat].hand, content(state).deck_of
    if seat == viewer:
        yield from (f"hand.{seat}.{card}" for card, _ in hand)
    else:
        yield from (f"hand.{seat}.back.{DECKS[index]}" for index in sorted({deck_of[card] for card, _ in hand}))
