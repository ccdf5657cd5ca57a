"""What a position is worth to each seat, for the bots: points so far, and what everything else should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.games.dice_settlers.content import ACTIONS, RESOURCE, SHELF, content
from referee_service.games.dice_settlers.outlook import (
    DIE,
    FACTORY,
    LAST,
    ROLLED,
    TENT,
    TOKEN,
    Land,
    dice_of,
    lands_of,
    loss_of_die,
    quota_with,
    worth_of_prospects,
    worth_of_technology,
    worth_of_things,
    worth_to_research,
)
from referee_service.games.dice_settlers.paying import can_pay_tokens
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
from referee_service.games.dice_settlers.scoring import final_lines, points_of
from referee_service.games.dice_settlers.state import BOT as BOT_SIDE
from referee_service.games.dice_settlers.state import (
    Player,
    State,
    points_left,
    sides_of,
)
from referee_service.games.dice_settlers.symbols import hand
from referee_service.kernel.game import Bot
from referee_service.kernel.score import total
from referee_service.kernel.values import size_of

# --- how long the game goes on ------------------------------------------------------------------------------------

EXPLORED: Final = 1.1
"""Tiles that a side explores in a round; and so the dice, points and houses that it gets."""
RECRUITED: Final = 0.8
SCORED: Final = 2.0
BUILT: Final = 0.3

# --- what symbols are worth ---------------------------------------------------------------------------------------

PLACED: Final = 2.1
"""A tent placed with a symbol, beside its worth at hand."""
TILE: Final = 5.0
"""A tile laid."""
CHOICE: Final = 0.19
"""One tile more to choose from."""
RECRUITS: Final = (0.0, 1.5, 1.6, 3.0, 3.1, 3.2, 4.5)
"""What so many recruit symbols bring."""
RAIDED: Final = 3.1
"""A tent raided."""
TRADED: Final = 1.5
"""Three tokens traded, beside their worth at hand; in the last round twice as much."""
SET: Final = 3
RESEARCH: Final = 0.31
"""A research symbol that finds nothing to buy yet."""
SECOND: Final = 0.8
"""What is left of the second action of a round, for symbols that serve both are spent once."""
WITHIN_REACH: Final = 0.65
"""What a technology is worth that can be researched, as a share of it."""
NEARLY: Final = 0.33
"""What is left of that where symbols are lacking, as a share of those that are there."""
QUESTIONS: Final[dict[str, float]] = {"Adjust": 1.0, "GainDie": 1.5}
"""What an open question should still bring its seat."""
QUOTA_START: Final = 4.2
"""A start tile that adds to the quota."""
BONUS_START: Final = 1.1
"""An effect of a start tile."""
EAGER: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "place_tile": 1.0,
    "keep_dice": 1.0,
    "sell_die": 1.0,
    "add_tent": 0.95,
    "draw_two": 0.9,
    "settle": 0.85,
    "spend_symbol": 0.85,
    "set_die": 0.65,
    "research": 0.6,
    "explore": 0.4,
    "end_turn": 0.4,
    "trade_die": 0.3,
    "use_factory": 0.3,
    "trade_tokens": 0.25,
    "recruit": 0.2,
    "end_roll": 0.15,
    "decline": 0.05,
    "reroll": 0.05,
    "end_action": 0.0,
}
"""About how often a verb is the right one where it is open."""


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    seats = range(len(state.players))
    if state.stage == "draft":
        return [_start(state, seat) for seat in seats]
    lands = lands_of(state.pack, state.map, sides_of(state))
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
        + worth_of_things(state.pack, player, land, rounds, now=bool(actions))
        + worth_of_prospects(state.pack, player, land, state.table, rounds) * (rounds > 0)
        + sum(worth_of_technology(state, seat, name, rounds) for name in player.technologies)
        + _hand(means, land, going, actions, rounds)
        + (ROLLED * quota_with(state.pack, player, land) if _rolls_later(state, seat) else 0.0)
    )


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
        return _trade(player, symbols, rounds, price, loss_of_die(means.pack, player, land, rounds))
    return _research(means, symbols, land, rounds)


def _trade(player: Player, symbols: int, rounds: float, price: int, loss: float) -> float:
    """Sets of tokens, or dice, for points."""
    sets = min(symbols, size_of(player.tokens) // SET)
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
            known = len(player.technologies)
            best = max(best, share * worth_to_research(means.pack, name, dice_of(player), land.houses, known, rounds))
    return max(WITHIN_REACH * best, RESEARCH * symbols if rounds else 0.0)


# --- open questions -----------------------------------------------------------------------------------------------


def _question(state: State, frame: Question, rounds: float, land: Land) -> float:
    """What an open question should bring its seat, or cost it."""
    if isinstance(frame, Recruiting):
        return DIE * len(frame.dice)
    if isinstance(frame, Researching):
        return worth_of_technology(state, state.active, frame.technology, rounds)
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
        return content(state).numbers["trade_die"] - loss_of_die(state.pack, state.me, land, rounds)
    return QUESTIONS.get(type(frame).__name__, 0.0)


def rivals(state: State) -> list[float]:
    """What the printed Bot would have, were the game over."""
    if state.bot is None:
        return []
    scored = float(points_of(state, BOT_SIDE))
    if state.stage != "over":
        scored += sum(line.points for line in final_lines(state, BOT_SIDE))
    return [scored]


BOT: Final = Bot(points=points, eager=EAGER, rivals=rivals)
