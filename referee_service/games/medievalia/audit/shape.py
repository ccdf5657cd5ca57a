"""Audit of the shape of a state: known names, lengths of lists, ranges of numbers, order of sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from referee_service.games.medievalia.content.tables import (
    ANY_RESOURCE,
    ARTIST_POWER,
    BUREAUCRAT_POWER,
    DECKS,
    MERCHANT_POWER,
    PILES,
    RESOURCES,
    SEAT_COUNTS,
    Content,
    content,
)
from referee_service.games.medievalia.fiefs import neighbours
from referee_service.games.medievalia.state import (
    ALREADY_FOUGHT,
    NO_CARD,
    NO_HOST,
    AllyHelpFrame,
    ChooseDeckFrame,
    DrawCardFrame,
    Player,
    PurchaseFrame,
    RevealBuildingFrame,
    State,
    TakeDamageFrame,
)
from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE

MAX_NUMBER = 200
"""Upper bound for counts without a bound of their own. No game reaches it."""
PAYMENT_KINDS = (*RESOURCES, BUREAUCRAT_POWER, ARTIST_POWER, MERCHANT_POWER)
"""Kinds that the pool of a payment may hold."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Check that lists have their lengths, and that all names exist in the pack."""
    tables, seats = content(state), len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="2, 3, 4")
        return
    yield from _length("score_lines", state.score_lines, seats)
    yield from _length("decks", state.decks, len(DECKS))
    yield from _length("piles", state.piles, len(PILES))
    cards, fiefs = {*tables.territories, *tables.troops}, neighbours(seats)
    for at, deck in enumerate(state.decks):
        yield from _known(f"decks[{at}]", _names(deck.cards), cards)
        yield from _known(f"decks[{at}]", [deck.last], {NO_CARD, *cards})
    for at, pile in enumerate(state.piles):
        yield from _known(f"piles[{at}]", [pile.top], {NO_CARD, *tables.buildings})
    yield from _known("hidden_buildings", _names(state.hidden_buildings), tables.buildings)
    yield from _known("removed", _names(state.removed), {*cards, *tables.buildings})
    yield from _known("ally_pool", _names(state.ally_pool), RESOURCES)
    yield from _known("moved_units", [card for card, _ in state.moved_units], tables.troops)
    yield from _known("fought_fronts", [fief for fief, _ in state.fought_fronts], fiefs)
    if state.battle is not None:
        yield from _known("battle.fief", [state.battle.fief], fiefs)
        yield from _known(
            "battle.falling_buildings", [name for _, name in state.battle.falling_buildings], tables.buildings
        )
        places = [str(place) for place in tables.domains["place"]]
        yield from _known("battle.bonus_given", [place for _, place in state.battle.bonus_given], places)
    for seat, player in enumerate(state.players):
        yield from _player_names(tables, player, f"players[{seat}]", fiefs)
    yield from _frame_names(state, tables)


def _player_names(tables: Content, player: Player, path: str, fiefs: Collection[str]) -> Iterator[Fault]:
    """Check the names in the cards of one player."""
    yield from _length(f"{path}.lands", player.lands, tables.numbers["lands"] + 1)
    yield from _known(f"{path}.hand", _names(player.hand), {*tables.territories, *tables.troops})
    yield from _known(f"{path}.lands", [land.card for land in player.lands], {NO_CARD, *tables.lands})
    for land in player.lands:
        yield from _known(f"{path}.lands", land.buildings, tables.buildings)
    yield from _known(f"{path}.units", [unit.card for unit in player.units], tables.troops)
    yield from _known(f"{path}.units", [unit.fief for unit in player.units], fiefs)


def _frame_names(state: State, tables: Content) -> Iterator[Fault]:
    """Check the names in open questions."""
    for index, frame in enumerate(state.pending):
        path = f"pending[{index}]"
        if isinstance(frame, PurchaseFrame):
            known = {"play_territory": tables.territories, "recruit": tables.troops, "building": tables.buildings}
            yield from _known(f"{path}.card", [frame.card], known.get(frame.what, {NO_CARD: None}))
        if isinstance(frame, PaymentFrame):
            yield from _known(f"{path}.owed", _names(frame.owed), {*RESOURCES, ANY_RESOURCE})
            yield from _known(f"{path}.pool", _names(frame.pool), PAYMENT_KINDS)
        if isinstance(frame, AllyHelpFrame):
            yield from _known(f"{path}.pool", _names(frame.pool), RESOURCES)


def _names(bag: Bag) -> list[str]:
    return [name for name, _ in bag]


def _length(path: str, row: tuple[object, ...], wanted: int) -> Iterator[Fault]:
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _known(path: str, names: Iterable[str], known: Collection[str]) -> Iterator[Fault]:
    for name in names:
        if name not in known:
            yield fault(path, "audit.known", name=name)


def ranges_and_order(state: State) -> Iterator[Fault]:
    """Check that numbers are within their bounds, and that sets are sorted."""
    last, hosts = len(state.players) - 1, content(state).numbers["lands"]
    yield from _range("active_seat", state.active_seat, 0, last)
    if state.options.first_player is not None:
        yield from _range("options.first_player", state.options.first_player, 0, last)
    for at, deck in enumerate(state.decks):
        yield from _bag(f"decks[{at}]", deck.cards)
    for at, pile in enumerate(state.piles):
        yield from _range(f"piles[{at}]", pile.hidden_count, 0, MAX_NUMBER)
    for name in ("hidden_buildings", "removed", "ally_pool"):
        yield from _bag(name, getattr(state, name))
    yield from _ordered("moved_units", state.moved_units)
    yield from _ordered("fought_fronts", state.fought_fronts)
    for _, host in state.moved_units:
        yield from _range("moved_units", host, NO_HOST, hosts)
    for _, seat in state.fought_fronts:
        yield from _range("fought_fronts", seat, 0, last)
    for seat, player in enumerate(state.players):
        yield from _player_ranges(state, player, f"players[{seat}]")
    yield from _battle_ranges(state, last, hosts)
    for index, _ in enumerate(state.pending):
        yield from _frame_ranges(state, index, last, hosts)


def _player_ranges(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Check the numbers of one player, and the order of cards and buildings."""
    numbers = content(state).numbers
    yield from _bag(f"{path}.hand", player.hand)
    yield from _range(f"{path}.siege", player.siege, 0, numbers["siege"] - 1)
    yield from _ordered(f"{path}.units", player.units)
    for land in player.lands:
        yield from _ordered(f"{path}.lands", land.buildings)
        yield from _range(f"{path}.lands", len(land.buildings), 0, numbers["buildings_per_host"])
    for unit in player.units:
        yield from _range(f"{path}.units", unit.host, NO_HOST, numbers["lands"])
        yield from _range(f"{path}.units", unit.fiefs_marched, 0, max(numbers["steps"], numbers["swift_steps"]))
        yield from _range(f"{path}.units", unit.army, ALREADY_FOUGHT, MAX_NUMBER)
        yield from _range(f"{path}.units", unit.wounds, 0, MAX_NUMBER)


def _battle_ranges(state: State, last: int, hosts: int) -> Iterator[Fault]:
    """Check the numbers of the current battle. `last` is the last seat, `hosts` the last host."""
    battle = state.battle
    if battle is None:
        return
    yield from _range("battle.attacker", battle.attacker, 0, last)
    yield from _range("battle.defender", battle.defender, 0, last)
    struck_hosts = [host for _, host in battle.targets]
    building_hosts = [host for host, _ in battle.falling_buildings]
    for host in (*struck_hosts, *building_hosts, *battle.falling_hosts):
        yield from _range("battle", host, 0, hosts)
    yield from _ordered("battle.falling_buildings", battle.falling_buildings)
    yield from _ordered("battle.falling_hosts", battle.falling_hosts)
    yield from _ordered("battle.bonus_given", battle.bonus_given)
    for seat, _ in battle.bonus_given:
        yield from _range("battle.bonus_given", seat, 0, last)


def _frame_ranges(state: State, index: int, last: int, hosts: int) -> Iterator[Fault]:
    """Check the numbers of one open question. `last` is the last seat, `hosts` the last host."""
    frame, path = state.pending[index], f"pending[{index}]"
    if frame.seat != CHANCE:
        yield from _range(f"{path}.seat", frame.seat, 0, last)
    match frame:
        case ChooseDeckFrame():
            yield from _range(
                f"{path}.remaining", frame.remaining, 1 if index == len(state.pending) - 1 else 0, MAX_NUMBER
            )
        case DrawCardFrame():
            yield from _range(f"{path}.to", frame.to, 0, last)
            yield from _range(f"{path}.deck", frame.deck, 0, len(DECKS) - 1)
        case RevealBuildingFrame():
            yield from _range(f"{path}.pile", frame.pile, 0, len(PILES) - 1)
        case PurchaseFrame():
            yield from _range(f"{path}.at", frame.at, NO_HOST, hosts)
            yield from _range(f"{path}.pile", frame.pile, 0, len(PILES) - 1)
        case PaymentFrame():
            yield from _bag(f"{path}.owed", frame.owed)
            yield from _bag(f"{path}.pool", frame.pool)
        case AllyHelpFrame():
            yield from _bag(f"{path}.pool", frame.pool)
        case TakeDamageFrame():
            yield from _range(f"{path}.host", frame.host, NO_HOST, hosts)
            yield from _range(f"{path}.remaining", frame.remaining, 0, MAX_NUMBER)
            yield from _range(f"{path}.bonus", frame.bonus, 0, MAX_NUMBER)
            yield from _range(f"{path}.army", frame.army, 1, MAX_NUMBER)
        case _:
            return


def _range(path: str, value: int, low: int, high: int) -> Iterator[Fault]:
    if not low <= value <= high:
        yield fault(path, "audit.range", found=value, low=low, high=high)


def _ordered(path: str, row: Sequence[object]) -> Iterator[Fault]:
    if list(row) != sorted(row):  # type: ignore[type-var]
        yield fault(path, "audit.sorted")


def _bag(path: str, bag: Bag) -> Iterator[Fault]:
    names = [piece for piece, _ in bag]
    if names != sorted(set(names)):
        yield fault(path, "audit.sorted")
    for _, count in bag:
        yield from _range(path, count, 1, MAX_NUMBER)
