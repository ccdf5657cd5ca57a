"""Facts of labels and prompts: the card that asks, what it costs, and what it brings. All of them are ids and numbers.

Labels are written for every legal action, so nothing here searches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fact

from .content.cards import READING_ORDER, Ability, Effect, card_cost, pieces_in_order
from .content.schema import Bundle, Cost, PerCount, UpTo
from .content.tables import TILES, card_of, content
from .effects.runner import current_effect
from .empire.cards import evaluate_amount
from .questions import EffectsFrame, EmitEventFrame
from .state import Player, Ship, State, deciding_player, site_at

Facts = dict[str, Fact]

NO_FACTS: Facts = {}

PURPOSES = ("event", "guard", "offer", "winter_trade")
"""What a payment may be for beside cards and pawns."""

# --- prices and gains -------------------------------------------------------------------------------------------------


def cost_pieces(*costs: Cost) -> tuple[str, ...]:
    """Return what costs take together, piece by piece: goods, workers, and cards by what happens to them."""
    if len(costs) == 1:
        return _pieces(costs[0])
    return tuple(piece for cost in costs for piece in _pieces(cost))


@lru_cache(maxsize=1024)
def _pieces(cost: Cost) -> tuple[str, ...]:
    pieces = [kind for kind in READING_ORDER for _ in range(getattr(cost, kind, 0))]
    pieces += ["card_from_hand"] * cost.card_from_hand
    wanted = card_cost(cost)
    pieces += [wanted[0]] if wanted is not None else []
    return (*pieces, "choice_of_price") if cost.choice else tuple(pieces)


def bundle_pieces(state: State, player: Player, bundle: Bundle) -> tuple[str, ...]:
    """Return what a bundle brings now, piece by piece."""
    return _bundle_pieces(bundle, partial(evaluate_amount, state, player))


def effect_facts(state: State, player: Player, effects: Sequence[Effect]) -> Facts:
    """Return what effects bring: `gain`, its alternative `or_gain`, and the other effects as `does` or `then`.

    Other effects follow a gain as `then`. Without a gain they are `does`.
    """
    return _effect_facts(effects, partial(evaluate_amount, state, player))


def ability_facts(state: State, player: Player, ability: Ability) -> Facts:
    """Return what an ability costs and what it brings."""
    if (fixed := _fixed_facts(ability)) is not None:
        return fixed
    return {"cost": cost_pieces(ability.cost), **effect_facts(state, player, ability.effects)}


@lru_cache(maxsize=1024)
def _fixed_facts(ability: Ability) -> Facts | None:
    """Return the facts of an ability that brings the same to every empire, else None."""
    bundles = [bundle for each in ability.effects for bundle in each.bundles]
    if not all(isinstance(amount, int) for bundle in bundles for amount in bundle.values()):
        return None
    return {"cost": cost_pieces(ability.cost), **_effect_facts(ability.effects, _fixed_amount)}


def _fixed_amount(amount: int | PerCount) -> int:
    assert isinstance(amount, int)
    return amount


def _bundle_pieces(bundle: Bundle, count: Callable[[int | PerCount], int]) -> tuple[str, ...]:
    return tuple(kind for kind, amount in bundle.items() for _ in range(count(amount)))


def _effect_facts(effects: Sequence[Effect], count: Callable[[int | PerCount], int]) -> Facts:
    gained: tuple[str, ...] = ()
    either: list[tuple[str, ...]] = []
    others: list[str] = []
    for each in effects:
        if each.name == "gain":
            gained += _bundle_pieces(each.bundles[0], count)
        elif each.name == "gain_one_of" and len(each.bundles) == 2 and not either:
            either = [pieces for bundle in each.bundles if (pieces := _bundle_pieces(bundle, count))]
        elif each.name == "foundations":
            gained += ("foundation",) * each.max_count
        else:
            others.append(f"do_{each.target if each.name == 'tile_action' else each.name}")
    if not gained and either:
        gained, *either = either
    facts: Facts = {"gain": gained, "or_gain": either[0] if either else ()}
    facts["then" if gained else "does"] = tuple(others) if gained or others else ("do_nothing",)
    return facts


def load_of(ship: Ship) -> tuple[str, ...]:
    """Return what is on board of a ship."""
    return tuple(good for good in ("fish", "raze") if getattr(ship, good))


# --- cards in empires -------------------------------------------------------------------------------------------------


def twin_facts(player: Player, slot: int | None) -> Facts:
    """Return the slot as `at` if the empire has another card of the same name. Else the name is enough."""
    if slot is None or (site := site_at(player, slot)) is None:
        return NO_FACTS
    card, own = site.card, site.slot
    for each in player.empire:
        if each.card == card and each.slot != own:
            return {"at": own}
    return NO_FACTS


# --- questions --------------------------------------------------------------------------------------------------------


def source_facts(state: State) -> Facts:
    """Return the card, event or scenario whose effect or cost asks the open question, as `source`."""
    for frame in reversed(state.pending[:-1]):
        if isinstance(frame, EffectsFrame):
            return {"source": component_of(state, frame.source)}
        if isinstance(frame, EmitEventFrame) and frame.card:
            return {"source": frame.card}
    return {}


def component_of(state: State, source: str) -> str:
    """Return the component of a source of effects. What is neither card nor event belongs to the scenario."""
    tables = content(state)
    if state.solo is None or source in tables.cards or source in tables.domains["event"]:
        return source
    return source if source == f"{state.options.scenario}_location" else state.options.scenario


def count_facts(state: State, remaining: int) -> Facts:
    """Return the number that an effect still allows (`up_to`) or demands (`exactly`), with the card that asks."""
    name = "up_to" if isinstance(current_effect(state).count, UpTo) else "exactly"
    return {**source_facts(state), name: remaining}


def several(count: int) -> Facts:
    """Return the number that is still to be chosen as `remaining`, unless it is the last one."""
    return {"remaining": count} if count > 1 else {}


def payment_facts(state: State) -> Facts:
    """Return the price of the open payment, what is paid, and its purpose: a card, a pawn on a tile, or an event."""
    frame = state.pending[-1]
    assert isinstance(frame, PaymentFrame)
    facts: Facts = {"owed": pieces_in_order(frame.owed), "paid": pieces_in_order(frame.pool)}
    if frame.purpose in TILES:
        return {**facts, "tile": frame.purpose}
    if frame.purpose in content(state).cards or frame.purpose == f"{state.options.scenario}_location":
        return {**facts, "card": frame.purpose}
    return {**facts, "purpose": frame.purpose} if frame.purpose in PURPOSES else facts


def pillage_facts(state: State, island: str) -> Facts:
    """Return what pillaging an island brings."""
    return {"gain": pieces_in_order(card_of(state, island).pillage)}


def deciding_twin(state: State, slot: int) -> Facts:
    """Return the slot as `at` if the empire of the deciding player has another card of the same name."""
    return twin_facts(deciding_player(state), slot)
