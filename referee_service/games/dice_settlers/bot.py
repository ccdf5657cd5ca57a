"""What a position is worth to each seat, for the bots: points so far, and what everything else should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.games.dice_settlers.content import GOLD, RESOURCE, SHELF, content
from referee_service.games.dice_settlers.pack import Number, TechnologyRow
from referee_service.games.dice_settlers.paying import can_pay_tokens, is_in_tokens
from referee_service.games.dice_settlers.questions import (
    Acting,
    Adjust,
    BuildHouse,
    ChooseTile,
    DrawDice,
    DrawTiles,
    ExtraAction,
    GainDie,
    GainTokens,
    PlaceTile,
    Question,
    Recruiting,
    Reroll,
    Researching,
    RollDice,
    SellDie,
)
from referee_service.games.dice_settlers.scoring import COUNTS, dice_owned, is_second
from referee_service.games.dice_settlers.state import (
    NOBODY,
    Place,
    Player,
    State,
    houses_left,
    is_controller,
    is_present,
    points_left,
    quota_of,
    sides_of,
)
from referee_service.games.dice_settlers.symbols import hand_of
from referee_service.kernel.game import Bot
from referee_service.kernel.payment import Payment
from referee_service.kernel.score import total
from referee_service.kernel.values import Bag, count_in, size_of

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
PROGRESS: Final = (0.0, 0.15, 0.45, 0.9)
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

# --- what symbols are worth ---------------------------------------------------------------------------------------

PLACED: Final = 1.5
"""A tent placed with a symbol, beside its worth at hand."""
TILE: Final = 3.0
"""A tile laid."""
CHOICE: Final = 0.5
"""One tile more to choose from."""
RECRUITS: Final = (0.0, 2.0, 2.1, 3.8, 3.9, 4.0, 5.4)
"""What so many recruit symbols bring."""
RAIDED: Final = 1.6
TRADED: Final = 1.6
RESEARCH: Final = 0.3
"""A research symbol that finds nothing to buy yet."""
SECOND: Final = 0.85
"""What is left of the second action of a round, for symbols that serve both are spent once."""
ADJUSTED: Final = 1.0
KEPT: Final = 0.6


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    seats = range(len(state.players))
    if state.stage == "draft":
        return [_start(state, seat) for seat in seats]
    rounds = rounds_left(state)
    return [_points(state, seat, rounds) for seat in seats]


def _start(state: State, seat: int) -> float:
    """What a start tile gives."""
    tile = state.starts[seat] if seat < len(state.starts) else ""
    if not tile:
        return 0.0
    row = content(state).tiles[tile].row
    return row.quota * 5.0 + len(row.effects) * 2.0


def rounds_left(state: State) -> float:
    """How many rounds should follow on this one."""
    if state.ending:
        return 0.0
    sides, numbers = sides_of(state), content(state).numbers
    piles = sorted(count for _, count in state.supply)
    rarest = sum(piles[: max(0, len(piles) - numbers["last_colours"])])
    soonest = min(
        size_of(state.deck) / (EXPLORED * sides),
        points_left(state) / (SCORED * sides),
        rarest / (RECRUITED * sides),
        min(houses_left(state, side) for side in range(sides)) / BUILT,
    )
    return 1.0 + soonest


def _points(state: State, seat: int, rounds: float) -> float:
    """What a seat has scored, what its things should bring, and what its dice can do in this round."""
    player, early = state.players[seat], rounds / (rounds + 2.0)
    land = _land(state.pack, state.map, seat)
    dice = dice_owned(state, seat)
    worth = total(state, seat) + land.sure + (land.likely - land.sure) * early
    worth += (land.progress + TERRAIN * len(land.terrains)) * early
    worth += rounds * (SYMBOL * land.symbols + ROLLED * min(quota_of(state, seat), dice))
    worth += _dice(dice, early) + _technologies(state, seat, rounds)
    hands = _actions_left(state, seat)
    use = early if not hands else max(early, 0.5)
    worth += use * (TENT * player.tents + _tokens(player.tokens))
    return worth + _hand(state, seat, hands, rounds, land) + _questions(state, seat, rounds, land)


# --- land ---------------------------------------------------------------------------------------------------------


class Land(NamedTuple):
    """What the map is worth to a side."""

    sure: float
    """Points if the game ended now."""
    likely: float
    """Points as tents may still come and go."""
    progress: float
    """Houses half built."""
    symbols: int
    terrains: frozenset[str]
    houses: int
    raids: int
    """Tents of others that can be raided."""
    idle: tuple[str, ...]
    """Factories with a tent."""


@lru_cache(maxsize=16384)
def _land(pack: str, places: tuple[Place, ...], side: int) -> Land:
    """Worked out once for each map."""
    tiles, sure, likely, symbols, raids = SHELF.find(pack).tiles, 0.0, 0.0, 0, 0
    leads, terrains, idle = list[int](), set[str](), list[str]()
    houses = sum(place.house == side for place in places)
    for place in places:
        row = tiles[place.tile].row
        now, then = _tile(place, side, row.first, row.second)
        sure += now
        likely += then
        if not is_present(place, side):
            continue
        terrains.add(row.terrain)
        raids += sum(place.tents) - place.tents[side]
        if row.bonus and is_controller(place, side):
            symbols += 1
        if row.ability == "factory" and place.tents[side]:
            idle.append(place.tile)
        if place.house == NOBODY:
            leads.append(_lead(place, side))
    best = sorted((PROGRESS[max(0, min(3, lead))] for lead in leads), reverse=True)
    progress = sum(share * (2 * (houses + at) + 2) for at, share in enumerate(best[: max(0, min(2, 5 - houses))]))
    built = float(houses * houses)
    return Land(sure + built, likely + built, progress, symbols, frozenset(terrains), houses, raids, tuple(idle))


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
        hold *= 0.5
    return now, hold * first + (1 - hold) * (second * 0.8 if place.tents[side] else 0.0)


def _lead(place: Place, side: int) -> int:
    return place.tents[side] - max(tents for other, tents in enumerate(place.tents) if other != side)


# --- what lies before a player ------------------------------------------------------------------------------------


def _dice(dice: int, early: float) -> float:
    """Dice count in pairs at the end; until then a single one may find another."""
    return 2 * DIE * (dice // 2) + (dice % 2) * DIE * early


def _tokens(tokens: Bag) -> float:
    """Tokens buy technologies, and are traded in sets."""
    return TOKEN * size_of(tokens) + GOLDEN * count_in(tokens, GOLD)


def _technologies(state: State, seat: int, rounds: float) -> float:
    """The points of technologies, and what they bring until the end."""
    return sum(_technology(state, seat, name, rounds) for name in state.players[seat].technologies)


def _technology(state: State, seat: int, name: str, rounds: float) -> float:
    row = content(state).technologies[name].row
    worth = row.points + rounds * _each_round(row) + (EXPLOSION if row.on_explode else 0.0)
    if row.per:
        worth += row.each * (COUNTS[row.per](state, seat) + GROWTH * rounds)
    return worth


def _each_round(row: TechnologyRow) -> float:
    """What a technology brings in a round."""
    worth = sum(NUMBERS[name] * value for name, value in row.numbers.items() if name != "quota")
    worth += PERMIT * len(row.permits) + (CONVERTED if row.converts else 0.0) + (GIVEN if row.gives else 0.0)
    return worth


# --- the round ----------------------------------------------------------------------------------------------------


def _actions_left(state: State, seat: int) -> int:
    """How many main actions a seat has still to come in this round; who has cleaned up looks at the next."""
    turns = content(state).numbers["turns"]
    if state.stage == "roll":
        return turns
    if state.stage != "action":
        return 0 if state.players[seat].done else turns
    sides = sides_of(state)
    places = range((seat - state.first) % sides, sides * turns, sides)
    return sum(place > state.turn or (place == state.turn and not state.acted) for place in places)


def _hand(state: State, seat: int, actions: int, rounds: float, land: Land) -> float:
    """What the dice in sight can do: the best actions that are not done yet, and the one under way."""
    player, going, extra = state.players[seat], "", 0
    for frame in state.pending:
        if frame.seat == seat and isinstance(frame, Acting):
            going = frame.action
        extra += frame.seat == seat and isinstance(frame, ExtraAction)
    worth = _use(state, seat, going, rounds, land) if going else 0.0
    if actions + extra:
        found = [_use(state, seat, action, rounds, land) for action in ACTS if action not in player.done]
        found.sort(reverse=True)
        worth += sum(use * (1.0 if at == 0 else SECOND) for at, use in enumerate(found[: actions + extra]))
    return worth + sum(FACTORY for tile in land.idle if actions and tile not in player.factories)


ACTS: Final = ("settle", "explore", "recruit", "raid", "harvest", "trade", "research")


def _use(state: State, seat: int, action: str, rounds: float, land: Land) -> float:
    """What an action should bring with the symbols at hand."""
    player = state.players[seat]
    symbols = hand_of(state, player).most[RESOURCE if action == "harvest" else action]
    if not symbols:
        return 0.0
    if action == "settle":
        return PLACED * min(symbols, player.tents) + TENT * max(0, symbols - player.tents)
    if action == "explore":
        return TILE + CHOICE * (symbols - 1) if state.deck else 0.0
    if action == "recruit":
        return RECRUITS[min(symbols, len(RECRUITS) - 1)] if state.supply else 0.0
    if action == "raid":
        return RAIDED * min(symbols, player.tents, land.raids)
    if action == "harvest":
        return TOKEN * symbols * (1.0 if rounds else 0.4)
    if action == "trade":
        return _trade(player, symbols, rounds)
    return _research(state, seat, symbols, rounds, land)


def _trade(player: Player, symbols: int, rounds: float) -> float:
    """Sets of tokens, or dice, for points."""
    sets = min(symbols, size_of(player.tokens) // 3)
    worth = TRADED if rounds else 2 * TRADED
    return worth * sets + (symbols - sets) * (0.8 if rounds else 1.5)


def _research(state: State, seat: int, symbols: int, rounds: float, land: Land) -> float:
    """The best technology that can be had."""
    player, technologies, best = state.players[seat], content(state).technologies, 0.0
    for name in state.table:
        row = technologies[name].row
        if name in player.technologies or not land.terrains.issuperset(row.terrains):
            continue
        if row.research > symbols or not can_pay_tokens(player, technologies[name].tokens):
            continue
        worth = _technology(state, seat, name, rounds) - TOKEN * sum(row.tokens.values())
        best = max(best, worth)
    return max(0.9 * best, RESEARCH * symbols if rounds else 0.0)


# --- open questions -----------------------------------------------------------------------------------------------


def _questions(state: State, seat: int, rounds: float, land: Land) -> float:
    """What open questions should bring a seat, or cost it."""
    worth = 0.0
    for frame in state.pending:
        if frame.seat == seat or getattr(frame, "to", None) == seat or isinstance(frame, DrawTiles):
            worth += _question(state, frame, seat, rounds, land)
    return worth


def _question(state: State, frame: Question, seat: int, rounds: float, land: Land) -> float:
    if isinstance(frame, Payment):
        each = TOKEN if is_in_tokens(frame.owed) else ROLLED
        return -each * (size_of(frame.owed) - size_of(frame.pool) / 2)
    if isinstance(frame, Recruiting):
        return DIE * len(frame.dice)
    if isinstance(frame, Researching):
        return _technology(state, seat, frame.technology, rounds)
    if isinstance(frame, ChooseTile | PlaceTile):
        return TILE
    if isinstance(frame, DrawTiles):
        return CHOICE * frame.left if seat == state.active else 0.0
    if isinstance(frame, DrawDice | RollDice | Reroll):
        return ROLLED * (frame.left if isinstance(frame, DrawDice) else len(frame.dice))
    if isinstance(frame, Adjust):
        return ADJUSTED
    if isinstance(frame, GainDie):
        return DIE
    if isinstance(frame, GainTokens):
        return TOKEN * frame.left
    if isinstance(frame, BuildHouse):
        return 2.0 * land.houses + 1.0
    if isinstance(frame, SellDie):
        return content(state).numbers["trade_die"] - DIE
    return 0.0


BOT: Final = Bot(points=points)
