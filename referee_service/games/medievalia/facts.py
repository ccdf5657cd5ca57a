"""Facts of sentences: what labels, prompts and events say beside the fields of actions. All are public.

`space` is the number of a place for territories. It is None for the city, which needs no number.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee_service.kernel.bags import pieces_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import expect_top

from .content.tables import DECKS, content
from .fiefs import named_fief
from .fields import NO_HOST
from .payment.affordability import HAND_PREFIX, Stock
from .payment.names import parse_source, produced_by
from .payment.rules import current_purchase, stocks_for_purchase, turnable_stocks
from .questions import (
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    RevealBuildingFrame,
    TakeDamageFrame,
)
from .spots import Facts, land_card, land_facts, parse_target, space_of, target_places
from .state import State, max_units_fed
from .units import ready_units
from .war.battle import armies, current_battle, next_striking_army
from .war.support import helpers, opposing_seat, support_seat, supported_seat

TURNED = "turned_card"
"""Name of the state of a turned card."""

# --- where things are -----------------------------------------------------------------------------------------------


def where_facts(state: State, seat: int, fief: str, host: int | None) -> Facts:
    """Return where a card of a seat stands: the space of its land, or its fief if it stands on no land."""
    return {"space": space_of(host), "where": named_fief(state, fief, seat) if host is None else None}


def target_facts(state: State, target: str) -> Facts:
    """Return what an army strikes: a land, a card or building with its land, or an army."""
    battle, named = state.battle, parse_target(target)
    if battle is None or named.host is None:
        return {"target": named.card or target, "used": TURNED if named.turned else None}
    if named.card:
        return {"target": named.card, **land_facts(state, battle.defender, named.host)}
    return {"target": land_card(state, battle.defender, named.host) or target, "space": space_of(named.host)}


def battle_place_facts(state: State, seat: int, place: str) -> Facts:
    """Return where a card of a battle stands: its land or its army. A free card has none of them."""
    named = parse_target(place)
    if named.host is None:
        return {"army": named.army}
    if not (land := land_card(state, seat, named.host)):
        return {"empty": named.host}
    return {"land": land, "land_space": space_of(named.host)}


def refused_target_facts(state: State, seat: int, target: str) -> Facts:
    """Return why an army cannot attack a target: it does not exist, is named without its place, or is out of reach."""
    named = parse_target(target)
    if named.army is not None:
        return {"idle_army" if named.army in armies(state) else "no_army": named.army}
    is_there, defender = bool(target_places(state, seat, target)), current_battle(state).defender
    if named.host is not None:
        land = land_facts(state, defender, named.host)
        if land["land"] is None:
            return {"empty": named.host}
        if not named.card:
            return {"closed": land["land"], "space": land["space"]}
        return {"closed" if is_there else "missing": named.card, **land}
    if named.card not in content(state).troops:
        return {"vague": named.card}
    if is_there:
        return {"closed": named.card}
    return {"loose": target, "where": named_fief(state, current_battle(state).fief, seat)}


def refused_strike_facts(state: State, seat: int, target: str, possible: Sequence[str]) -> Facts:
    """Return why an army cannot attack a target, the possible ones, and their names."""
    names = target_names(state, possible)
    return {"open": tuple(possible), "targets": names, **refused_target_facts(state, seat, target)}


def target_names(state: State, targets: Sequence[str]) -> tuple[str, ...]:
    """Return the names of targets in a list. A territory is named with its place."""
    defender = current_battle(state).defender
    named = ((target, parse_target(target)) for target in targets)
    return tuple(
        f"{land_card(state, defender, at.host)}_{at.host}" if at.host and not at.card else target
        for target, at in named
    )


# --- payments -------------------------------------------------------------------------------------------------------


def paying_facts(state: State, source: str) -> Facts:
    """Return what a source of the open payment is called here, where it is, and what it produces."""
    if not state.pending or not isinstance(state.pending[-1], PaymentFrame):
        return {}
    return source_facts(state, state.active_seat, stocks_for_purchase(state, current_purchase(state)), source)


def helping_facts(state: State, source: str) -> Facts:
    """Return the same for a source of the ally who helps."""
    frame = state.pending[-1] if state.pending else None
    if not isinstance(frame, AllyHelpFrame):
        return {}
    assert isinstance(frame.seat, int)
    return source_facts(state, frame.seat, turnable_stocks(state, frame.seat, powers=""), source)


def source_facts(state: State, seat: int, stocks: Sequence[Stock], source: str) -> Facts:
    """Return the facts of a source that a seat uses. A land is named by its card, a conversion by its own name."""
    named = parse_source(source)
    facts: Facts = {"produced": produced_by(content(state), stocks, source), "artists": named.artists or None}
    if named.resource:
        return {**facts, "source": f"{HAND_PREFIX}{named.card}"}
    if named.is_power:
        return {**facts, "source": f"{named.card}_power", **land_facts(state, seat, named.host)}
    if named.host is not None:
        return {**facts, "source": land_card(state, seat, named.host) or source, "space": space_of(named.host)}
    return {**facts, "source": named.card or source}


def price_facts(state: State) -> Facts:
    """Return the price of the open payment, what is paid so far, and what is bought."""
    payment, purchase = expect_top(state, PaymentFrame), current_purchase(state)
    facts: Facts = {"owed": pieces_of(payment.owed), "paid": pieces_of(payment.pool)}
    if purchase.what == "card":
        return {**facts, "deck": DECKS[purchase.pile]}
    land = land_card(state, state.active_seat, purchase.at) if purchase.at != NO_HOST else ""
    if purchase.what == "clear":
        return {**facts, "cleared": land, "space": space_of(purchase.at)}
    is_building = purchase.what == "building"
    return {
        **facts,
        "purpose": purchase.card,
        "land": land if is_building else None,
        "space": space_of(purchase.at) if is_building else None,
    }


def help_facts(state: State) -> Facts:
    """Return the seat that asks for help, and what is produced so far."""
    return {"asker": state.active_seat, "produced": pieces_of(expect_top(state, AllyHelpFrame).pool)}


def action_prompt_facts(state: State) -> Facts:
    """Return the resources of the ally that wait for the next purchase."""
    return {"help": pieces_of(state.ally_pool)}


# --- draws and hunger -----------------------------------------------------------------------------------------------


def deck_prompt_facts(state: State) -> Facts:
    """Return the number of cards still to draw if there are several."""
    remaining = expect_top(state, ChooseDeckFrame).remaining
    return {"remaining": remaining if remaining > 1 else None}


def draw_facts(state: State) -> Facts:
    """Return the seat that draws, and the deck."""
    frame = expect_top(state, DrawCardFrame)
    return {"to": frame.to, "deck": DECKS[frame.deck]}


def reveal_facts(state: State) -> Facts:
    """Return the pile of the building."""
    return {"pile": expect_top(state, RevealBuildingFrame).pile}


def last_card_facts(state: State) -> Facts:
    """Return the deck whose last card is turned up."""
    return {"deck": next((name for name, deck in zip(DECKS, state.decks, strict=True) if not deck.last), None)}


def hunger_facts(state: State) -> Facts:
    """Return the number of cards of the player in turn, and how many of them the food feeds."""
    return {"units": len(state.active_player.units), "fed": max_units_fed(state, state.active_seat)}


# --- battles --------------------------------------------------------------------------------------------------------


def army_cards(state: State, seat: int, army: int) -> tuple[str, ...]:
    """Return the cards of a seat in an army of the current battle, or against it."""
    return tuple(unit.card for unit in state.players[seat].units if unit.army == army)


def muster_facts(state: State) -> Facts:
    """Return the enemy, the fief, and the cards that are in no army yet."""
    battle = current_battle(state)
    waiting = tuple(unit.card for unit in ready_units(state, battle.attacker, battle.fief))
    where = named_fief(state, battle.fief, battle.attacker)
    return {"fief": battle.fief, "where": where, "foe": battle.defender, "waiting": waiting}


def engage_facts(state: State) -> Facts:
    """Return the attacker, the fief, and the cards that can be sent."""
    battle = current_battle(state)
    waiting = tuple(unit.card for unit in ready_units(state, battle.defender, battle.fief))
    where = named_fief(state, battle.fief, battle.defender)
    return {"fief": battle.fief, "where": where, "foe": battle.attacker, "waiting": waiting}


def strike_facts(state: State) -> Facts:
    """Return the army that strikes, and its cards."""
    army = next_striking_army(state)
    return {"army": army, "cards": () if army is None else army_cards(state, current_battle(state).attacker, army)}


def damage_facts(state: State) -> Facts:
    """Return the points of damage, which army takes or deals them, the land, and the defence that can be given."""
    battle, frame = current_battle(state), expect_top(state, TakeDamageFrame)
    host = None if frame.host == NO_HOST else frame.host
    role = "own_army" if frame.seat == battle.attacker else "foe_army" if host is None else "land_army"
    facts: Facts = {"remaining": frame.remaining, role: frame.army, "bonus": frame.bonus or None}
    return {**facts, **land_facts(state, battle.defender, host)}


def shoot_facts(state: State) -> Facts:
    """Return the fief of the battle, the seat whose cards can be hit, and the number of archers."""
    seat, fief = support_seat(state), current_battle(state).fief
    archers = number_of_helpers(state, seat, "shoot")
    return {
        "fief": fief,
        "where": named_fief(state, fief, seat),
        "foe": opposing_seat(state, seat),
        "archers": archers or None,
    }


def heal_facts(state: State) -> Facts:
    """Return the fief of the battle, the seat whose cards can be healed, and the number of priests."""
    seat, fief = support_seat(state), current_battle(state).fief
    side, where, priests = (
        supported_seat(state, seat),
        named_fief(state, fief, seat),
        number_of_helpers(state, seat, "heal"),
    )
    own = side == seat
    return {
        "fief": fief,
        "side": side,
        "own_where": where if own else None,
        "ally_where": None if own else where,
        "priests": priests or None,
    }


def number_of_helpers(state: State, seat: int, power: str) -> int:
    """Return the number of units of a seat that can use a power now. Equal units count one by one."""
    able = helpers(state, seat, power)
    return sum(state.players[seat].units.count(unit) for unit in able)
