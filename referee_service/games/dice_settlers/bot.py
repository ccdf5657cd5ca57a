"""What a position is worth to each seat, for the bots: points so far, and what everything else should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.games.dice_settlers.content import ACTIONS, GOLD, RESOURCE, SHELF, content
from referee_service.games.dice_settlers.pack import Number, TechnologyRow
from referee_service.games.dice_settlers.paying import can_pay_tokens, is_in_tokens
from referee_service.games.dice_settlers.questions import (
    Acting,
    BuildHouse,
    ChooseTile,
    DrawDice,
    DrawTiles,
    ExtraAction,
    GainTokens,
    PlaceTile,
    Question,
    Recruiting,
    Reroll,
    Researching,
    RollDice,
    SellDie,
)
from referee_service.games.dice_settlers.scoring import COUNTS, is_second
from referee_service.games.dice_settlers.state import (
    NOBODY,
    Place,
    Player,
    State,
    is_controller,
    is_present,
    points_left,
    sides_of,
)
from referee_service.games.dice_settlers.symbols import hand
from referee_service.kernel.game import Bot
from referee_service.kernel.payment import Payment
from referee_service.kernel.score import total
from referee_service.kernel.values import count_in, size_of

# --- how long the game goes on ------------------------------------------------------------------------------------

EXPLORED: Final = 0.8
"""Tiles that a side explores in a round; what follows is reckoned the same way."""
RECRUITED: Final = 0.8
SCORED: Final = 2.0
BUILT: Final = 0.3

# --- what things are worth ----------------------------------------------------------------------------------------

DIE: Final = 1.5
"""A die at the end, half of a pair."""
ROLLED: Final = 1.0
"""A die that is rolled: what the symbol on it brings."""
TENT: Final = 0.7
"""A tent at hand."""
TOKEN: Final = 1.3
GOLDEN: Final = 0.5
"""What gold is worth beside."""
TERRAIN: Final = 0.5
"""Presence on one terrain more: another colour to recruit, more technologies in reach."""
HOLD: Final[dict[int, float]] = {-2: 0.1, -1: 0.25, 0: 0.7, 1: 0.8, 2: 0.9}
"""How likely a side controls a tile in the end, by its lead in tents."""
PROGRESS: Final = (0.0, 0.2, 0.5, 0.85)
"""By the lead in tents, how much of a house stands already."""
SYMBOL: Final = 0.5
"""A tile's symbol for an action, in a round."""
FACTORY: Final = 0.8
"""A tent that may still work in a factory."""
NUMBERS: Final[dict[Number, float]] = {
    "quota": ROLLED,
    "explored_tiles": 0.3,
    "shield": 0.2,
    "kept_dice": 0.4,
    "harvest": 0.4,
    "govern_lead": -0.5,
    "factory_tokens": 0.4,
    "factory_uses": 0.4,
    "trade_points": 0.4,
}
"""What a technology that adds to a number brings in a round."""
PERMIT: Final = 0.3
CONVERTED: Final = 0.4
GIVEN: Final = 0.8
EXPLOSION: Final = 1.5
GROWTH: Final = 0.25
"""How much of what a technology counts is got in a round."""
COUNTED: Final = 4.0
"""How much of it somebody has who might research it."""

# --- what symbols are worth ---------------------------------------------------------------------------------------

PLACED: Final = 1.5
"""A tent placed with a symbol, beside its worth at hand."""
TILE: Final = 3.0
"""A tile laid."""
CHOICE: Final = 0.5
"""One tile more to choose from."""
RECRUITS: Final = (0.0, 1.5, 1.6, 3.0, 3.1, 3.2, 4.5)
"""What so many recruit symbols bring."""
RAIDED: Final = 1.6
TRADED: Final = 1.6
RESEARCH: Final = 0.3
"""A research symbol that finds nothing to buy yet."""
SECOND: Final = 0.85
"""What is left of the second action of a round, for symbols that serve both are spent once."""
NEARLY: Final = 0.35
"""What research symbols are worth that do not suffice, as a share of the technology."""
PROSPECT: Final = 0.2
"""What the tokens and terrains for a technology are worth beside, as a share of it."""
QUESTIONS: Final[dict[str, float]] = {"Adjust": 1.0, "GainDie": 1.5}
"""What an open question should still bring its seat."""
LATE: Final = 2.0
"""With so many rounds to come, half of what is uncertain is settled."""
LAST: Final = 0.5
"""What things to spend are worth to who can still spend them in the last round."""
ABSENT: Final = 0.5
SITES: Final = 2
"""So many houses are planned at once."""
QUOTA_START: Final = 5.0
BONUS_START: Final = 2.0


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    seats = range(len(state.players))
    if state.stage == "draft":
        return [_start(state, seat) for seat in seats]
    lands = _lands(state.pack, state.map, sides_of(state))
    rounds = rounds_left(state, lands)
    found = [_points(state, seat, rounds, lands[seat]) for seat in seats]
    for frame in state.pending:
        seat = frame.to if isinstance(frame, DrawDice | RollDice) else frame.seat
        if isinstance(frame, DrawTiles):
            seat = state.active
        if isinstance(seat, int) and seat < len(found):
            found[seat] += _question(state, frame, rounds, lands[seat])
    return found


def _start(state: State, seat: int) -> float:
    """What a start tile gives."""
    tile = state.starts[seat] if seat < len(state.starts) else ""
    if not tile:
        return 0.0
    row = content(state).tiles[tile].row
    return QUOTA_START * row.quota + BONUS_START * len(row.effects)


def rounds_left(state: State, lands: tuple[Land, ...]) -> float:
    """How many rounds should follow on this one, in halves."""
    if state.ending:
        return 0.0
    sides, numbers = len(lands), content(state).numbers
    piles = sorted(count for _, count in state.supply)
    rarest = sum(piles[: max(0, len(piles) - numbers["last_colours"])])
    soonest = min(
        size_of(state.deck) / (EXPLORED * sides),
        points_left(state) / (SCORED * sides),
        rarest / (RECRUITED * sides),
        (numbers["houses"] - max(land.houses for land in lands)) / BUILT,
    )
    return 1.0 + int(2 * soonest) / 2


def _points(state: State, seat: int, rounds: float, land: Land) -> float:
    """What a seat has scored, what its things should bring, and what its dice can do in this round."""
    player, going, actions = state.players[seat], "", _actions_left(state, seat)
    for frame in state.pending:
        if frame.seat == seat:
            going = frame.action if isinstance(frame, Acting) else going
            actions += isinstance(frame, ExtraAction)
    means = Means(state.pack, state.options.chained, player, state.table, bool(state.deck))
    return (
        total(state, seat)
        + _own(state.pack, player, land, rounds, now=bool(actions))
        + _prospect(state.pack, player, land, state.table, rounds) * (rounds > 0)
        + sum(_technology(state, seat, name, rounds) for name in player.technologies)
        + _hand(means, land, going, actions, rounds)
        + (ROLLED * _quota(state.pack, player, land) if _rolls_later(state, seat) else 0.0)
    )


# --- land ---------------------------------------------------------------------------------------------------------


class Land(NamedTuple):
    """What the map is worth to a side."""

    sure: float
    """Points if the game ended now."""
    likely: float
    """Points as tents may still come and go."""
    progress: float
    """Houses half built."""
    quota: int
    symbols: int
    terrains: tuple[str, ...]
    houses: int
    raids: int
    """Tents of others that can be raided."""
    factories: tuple[str, ...]
    """Factories with a tent."""


@lru_cache(maxsize=16384)
def _lands(pack: str, places: tuple[Place, ...], sides: int) -> tuple[Land, ...]:
    """What a map is worth to everybody, worked out once."""
    return tuple(_land(pack, places, side) for side in range(sides))


def _land(pack: str, places: tuple[Place, ...], side: int) -> Land:
    tables, sure, likely, quota, symbols, raids = SHELF.find(pack), 0.0, 0.0, 0, 0, 0
    leads, terrains, factories = list[int](), set[str](), list[str]()
    houses = sum(place.house == side for place in places)
    for place in places:
        row = tables.tiles[place.tile].row
        now, then = _tile(place, side, row.first, row.second)
        sure += now
        likely += then
        if not is_present(place, side):
            continue
        terrains.add(row.terrain)
        raids += sum(place.tents) - place.tents[side]
        if row.ability == "presence" or is_controller(place, side):
            quota += row.quota
            symbols += bool(row.bonus)
        if row.ability == "factory" and place.tents[side]:
            factories.append(place.tile)
        if place.house == NOBODY:
            leads.append(_lead(place, side))
    best = sorted((PROGRESS[max(0, min(3, lead))] for lead in leads), reverse=True)
    left = max(0, min(SITES, tables.numbers["houses"] - houses))
    progress = sum(share * (2 * (houses + at) + 1) for at, share in enumerate(best[:left]))
    sure, likely = sure + houses * houses, likely + houses * houses
    return Land(sure, likely, progress, quota, symbols, tuple(sorted(terrains)), houses, raids, tuple(factories))


def _tile(place: Place, side: int, first: int, second: int) -> tuple[float, float]:
    """The points of a tile now, and as likely as it will be held."""
    now = first if is_controller(place, side) else second if is_second(place, side) else 0
    if place.house != NOBODY:
        return now, now
    if not any(place.tents):
        return now, 0.0
    lead = _lead(place, side)
    hold = HOLD[lead] if -2 <= lead <= 2 else 0.95 if lead > 0 else 0.0
    if not place.tents[side]:
        return now, hold * first * ABSENT
    return now, hold * first + (1 - hold) * second * 0.8


def _lead(place: Place, side: int) -> int:
    return place.tents[side] - max(tents for other, tents in enumerate(place.tents) if other != side)


# --- what lies before a player ------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _own(pack: str, player: Player, land: Land, rounds: float, *, now: bool) -> float:
    """What a player has; worked out once, for most moves change one player only."""
    early, dice = rounds / (rounds + LATE), _dice(player)
    quota = min(_quota(pack, player, land), dice)
    to_spend = max(early, LAST) if now else early
    return (
        land.sure
        + (land.likely - land.sure) * early
        + (land.progress + TERRAIN * len(land.terrains)) * early
        + rounds * (SYMBOL * land.symbols + ROLLED * quota)
        + 2 * DIE * (dice // 2)
        + (dice % 2) * DIE * early
        + to_spend * (TENT * player.tents + TOKEN * size_of(player.tokens) + GOLDEN * count_in(player.tokens, GOLD))
    )


def _dice(player: Player) -> int:
    """All dice of a player."""
    return size_of(player.bag) + size_of(player.active) + size_of(player.spent)


def _quota(pack: str, player: Player, land: Land) -> int:
    """The dice that a player may draw in a round."""
    tables = SHELF.find(pack)
    more = sum(tables.technologies[name].row.numbers.get("quota", 0) for name in player.technologies)
    return min(tables.numbers["quota_base"] + more + land.quota, tables.numbers["quota_most"])


def _loss(pack: str, player: Player, land: Land, rounds: float) -> float:
    """What it costs to have a die less: who has few rolls fewer in every round."""
    return DIE + (ROLLED * rounds if _dice(player) <= _quota(pack, player, land) else 0.0)


@lru_cache(maxsize=16384)
def _prospect(pack: str, player: Player, land: Land, table: tuple[str, ...], rounds: float) -> float:
    """How near the best technology is: the tokens and terrains for it that a player has."""
    technologies, held, best = SHELF.find(pack).technologies, dict(player.tokens), 0.0
    jokers = held.get(GOLD, 0)
    for name in table:
        row = technologies[name].row
        if name not in player.technologies:
            tokens = sum(min(count, held.get(token, 0)) for token, count in row.tokens.items() if token != GOLD)
            need = sum(row.tokens.values())
            ready = min(need, tokens + jokers) + sum(terrain in land.terrains for terrain in row.terrains)
            share = ready / (need + len(row.terrains))
            best = max(best, share * share * _worth(row, player, land, rounds))
    return PROSPECT * best


def _worth(row: TechnologyRow, player: Player, land: Land, rounds: float) -> float:
    """What a technology would bring a player, less its tokens."""
    counts = {"die": _dice(player), "house": land.houses, "technology": len(player.technologies) + 1}
    quota = ROLLED * rounds * row.numbers.get("quota", 0)
    return _card(row, counts.get(row.per, COUNTED), rounds) + quota - TOKEN * sum(row.tokens.values())


def _technology(state: State, seat: int, name: str, rounds: float) -> float:
    """The points of a technology, and what it brings until the end."""
    row = content(state).technologies[name].row
    counted = COUNTS[row.per](state, seat) if row.per else 0
    return _card(row, counted, rounds)


def _card(row: TechnologyRow, counted: float, rounds: float) -> float:
    worth = row.points + (EXPLOSION if row.on_explode else 0.0)
    worth += row.each * (counted + GROWTH * rounds)
    each = sum(NUMBERS[name] * value for name, value in row.numbers.items() if name != "quota")
    each += PERMIT * len(row.permits) + (CONVERTED if row.converts else 0.0) + (GIVEN if row.gives else 0.0)
    return worth + rounds * each


# --- the round ----------------------------------------------------------------------------------------------------


def _actions_left(state: State, seat: int) -> int:
    """How many main actions a seat has still to come in this round; who has cleaned up looks at the next."""
    turns = content(state).numbers["turns"]
    if state.stage == "roll":
        return turns
    if state.stage != "action":
        return 0 if state.ending or state.players[seat].done else turns
    sides = sides_of(state)
    places = range((seat - state.first) % sides, sides * turns, sides)
    return sum(place > state.turn or (place == state.turn and not state.acted) for place in places)


def _rolls_later(state: State, seat: int) -> bool:
    """Whether a seat has still to draw its dice in this round."""
    return state.stage == "roll" and (seat - state.first) % len(state.players) > state.turn


class Means(NamedTuple):
    """What a player acts with and for."""

    pack: str
    chained: bool
    player: Player
    table: tuple[str, ...]
    deck: bool


@lru_cache(maxsize=32768)
def _hand(means: Means, land: Land, going: str, actions: int, rounds: float) -> float:
    """What the dice in sight can do: the action under way, and the best of those that are not done yet."""
    player = means.player
    if not going and not actions:
        return 0.0
    most = hand(means.pack, means.chained, player.technologies, player.used, player.active, player.extra).most
    worth = _use(means, most, land, going, rounds) if going else 0.0
    found = [_use(means, most, land, action, rounds) for action in ACTIONS if action not in player.done]
    found.sort(reverse=True)
    worth += sum(use * (1.0 if at == 0 else SECOND) for at, use in enumerate(found[:actions]))
    return worth + sum(FACTORY for tile in land.factories if tile not in player.factories)


def _use(means: Means, most: Mapping[str, int], land: Land, action: str, rounds: float) -> float:
    """What an action should bring with the symbols at hand."""
    player, symbols = means.player, most[RESOURCE if action == "harvest" else action]
    if not symbols:
        return 0.0
    if action == "settle":
        return PLACED * min(symbols, player.tents) + TENT * max(0, symbols - player.tents)
    if action == "explore":
        return TILE + CHOICE * (symbols - 1) if means.deck else 0.0
    if action == "recruit":
        return RECRUITS[min(symbols, len(RECRUITS) - 1)]
    if action == "raid":
        return RAIDED * min(symbols, player.tents, land.raids)
    if action == "harvest":
        return TOKEN * symbols * (1.0 if rounds else LAST)
    if action == "trade":
        price = SHELF.find(means.pack).numbers["trade_die"]
        return _trade(player, symbols, rounds, price, _loss(means.pack, player, land, rounds))
    return _research(means, symbols, land, rounds)


def _trade(player: Player, symbols: int, rounds: float, price: int, loss: float) -> float:
    """Sets of tokens, or dice, for points."""
    sets = min(symbols, size_of(player.tokens) // 3)
    sold = max(0.0, price - loss)
    return (TRADED if rounds else 2 * TRADED) * sets + (symbols - sets) * sold


def _research(means: Means, symbols: int, land: Land, rounds: float) -> float:
    """The best technology that can be had."""
    player, technologies, best = means.player, SHELF.find(means.pack).technologies, 0.0
    for name in means.table:
        row = technologies[name].row
        if name in player.technologies or not set(row.terrains) <= set(land.terrains):
            continue
        if can_pay_tokens(player, technologies[name].tokens):
            share = 1.0 if symbols >= row.research else NEARLY * symbols / row.research
            best = max(best, share * _worth(row, player, land, rounds))
    return max(0.9 * best, RESEARCH * symbols if rounds else 0.0)


# --- open questions -----------------------------------------------------------------------------------------------


def _question(state: State, frame: Question, rounds: float, land: Land) -> float:
    """What an open question should bring its seat, or cost it."""
    if isinstance(frame, Payment):
        each = TOKEN if is_in_tokens(frame.owed) else ROLLED
        return -each * (size_of(frame.owed) - size_of(frame.pool) / 2)
    if isinstance(frame, Recruiting):
        return DIE * len(frame.dice)
    if isinstance(frame, Researching):
        return _technology(state, state.active, frame.technology, rounds)
    if isinstance(frame, ChooseTile | PlaceTile):
        return TILE
    if isinstance(frame, DrawTiles):
        return CHOICE * frame.left
    if isinstance(frame, DrawDice):
        return ROLLED * frame.left
    if isinstance(frame, RollDice | Reroll):
        return ROLLED * len(frame.dice)
    if isinstance(frame, GainTokens):
        return TOKEN * frame.left
    if isinstance(frame, BuildHouse):
        return 2.0 * land.houses + 1.0
    if isinstance(frame, SellDie):
        return content(state).numbers["trade_die"] - _loss(state.pack, state.me, land, rounds)
    return QUESTIONS.get(type(frame).__name__, 0.0)


BOT: Final = Bot(points=points)
