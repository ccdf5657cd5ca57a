"""What a position is worth to each seat, for the bots: points so far, what an empire brings in the rounds left, ships.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.empires_north.binding import (
    ANY,
    GOLD,
    owed_by,
)
from referee_service.games.empires_north.content import card_of, content, scenario
from referee_service.games.empires_north.costs import affords
from referee_service.games.empires_north.declaring import reachable
from referee_service.games.empires_north.outlook import (
    HELD,
    IDLE,
    LATER,
    MOVE,
    SHIP,
    Table,
    at_work,
    best_field,
    priced,
    prices_of,
    worth_of_cost,
    worth_of_deed,
    worth_of_effect,
    worth_of_effects,
    worth_of_hand,
    worth_of_hearing,
    worth_of_placing,
    worth_of_special,
)
from referee_service.games.empires_north.questions import (
    Arrive,
    Blind,
    ChooseCost,
    Construct,
    Draw,
    Effects,
    GainResource,
    Harvest,
    Landing,
    PayFromHand,
    Perform,
    Place,
    Question,
    Sail,
    Told,
)
from referee_service.games.empires_north.running import cost_asked, listed
from referee_service.games.empires_north.scoring import last_lines
from referee_service.games.empires_north.state import (
    Player,
    Ship,
    State,
    amount_of,
    workers_of,
)
from referee_service.kernel.game import Bot
from referee_service.kernel.score import total
from referee_service.kernel.state import question_of
from referee_service.kernel.values import size_of

PACE: Final = 5.0
"""The points that the leader makes in a round, on the way to the end."""
USUAL: Final = 7
"""A game takes about so many rounds."""
LEAST: Final = 0.5
"""The rounds to come while nobody has reached the end, however late it is: who waits for more is never rewarded."""
UNDER_WAY: Final = 0.7
"""How much of a round is left on average while nobody has passed."""
SPARE: Final = 0.2
"""What a worker does who is not even wanted for that."""
NOW: Final = 0.85
"""How surely an Action that is ready will be used in this round."""
PAWN: Final = 1.5
"""A pawn still to be placed."""
UNPAID: Final = 0.3
"""What is left of that while its price is not at hand."""
HARVESTED: Final = 0.6
"""How often the best field is harvested in a round."""
LANDFALL: Final = 0.8
"""The least that a voyage brings."""
BLINDLY: Final[dict[str, float]] = {"near": 1.8, "distant": 3.0}
"""An island yet to be turned up."""
CONQUEST: Final = 0.8
"""That it may be conquered."""
BEHIND: Final = 0.85
"""What is left of a voyage's worth with every ship that sails before."""
QUESTIONS: Final[dict[str, float]] = {
    "window": 0.1,
    "pay_with_card": -1.2,
    "offer": 0.5,
    "exhaust_field": -0.5,
    "discard_hand": -0.7,
    "give_up": -2.0,
    "invade": -0.7,
    "tribute": -0.7,
    "guard": -2.0,
    "found": 2.0,
}
"""What other open questions bring their seat, or cost it."""
EAGER: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "keep_cards": 1.0,
    "harvest": 1.0,
    "construct": 1.0,
    "land": 1.0,
    "sail": 1.0,
    "build_field": 1.0,
    "play_boost": 0.7,
    "place_pawn": 0.65,
    "use_location": 0.5,
    "build": 0.4,
    "move_pawn": 0.3,
    "raid": 0.25,
    "pass_round": 0.0,
    "go_on": 0.0,
    "decline": 0.0,
}
"""About how often a verb is the right one where it is open."""


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    rounds = rounds_left(state)
    prices = prices_of(state.pack, rounds, state.stage, razes=state.options.raze_points)
    table = Table(state.pack, state.options, state.solo, state.stage, rounds, state, prices)
    found = [total(state, seat) + _own(table, player) for seat, player in enumerate(state.players)]
    for place, ship in enumerate(state.queue):
        found[ship.seat] += _voyage(table, place, ship)
    for at, frame in enumerate(state.pending):
        seat = frame.to if isinstance(frame, Draw) else frame.seat
        if isinstance(seat, int) and state.players[seat].clan:
            found[seat] += _question(table, at, frame, state.players[seat])
    return found


def rounds_left(state: State) -> float:
    """About how many rounds come after this one."""
    numbers = content(state).numbers
    if state.solo is not None:
        return float(max(0, numbers["solo_rounds"] - max(1, state.round)))
    to_go = numbers["end_points"] - max(total(state, seat) for seat in range(len(state.players)))
    if state.last or to_go <= 0:
        return 0.0
    busy = sum(not player.passed for player in state.players) / len(state.players)
    return max(LEAST, min(to_go / PACE, USUAL - state.round) - UNDER_WAY * busy)


# --- an empire ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _own(table: Table, player: Player) -> float:
    """What lies before a player and in the hand; worked out once, for most moves change one player only."""
    if not player.clan:
        return 0.0
    counted = sum(line.points for line in last_lines(table.state, player) if line.rule not in PRICED)
    worth = counted + priced(table, player.goods) + _hunger(table, player)
    stripped = replace(player, goods=(), workers=0, spent=0, pawns=(), deck=(), discard=())
    worth += _lasting(table, stripped, workers_of(player))
    if table.is_live and not player.passed:
        numbers = content(table.state).numbers
        keep = 0 if table.stage == "setup" else numbers["lookout_cost"] * size_of(player.kept)
        pawns = numbers["pawns"] - len(player.pawns)
        movable = min(sum(not pawn.exhausted for pawn in player.pawns), _moves(table, player))
        worth += NOW * _round(table, player, player.workers - keep, ready=True) + PAWN * pawns + MOVE * movable
    return worth


@lru_cache(maxsize=16384)
def _lasting(table: Table, player: Player, workers: int) -> float:
    """What the hand and the rounds to come should bring; it stays the same while goods and workers come and go."""
    a_round = _round(table, player, workers, ready=False) + SHIP * player.ships
    return worth_of_hand(table, player) + table.rounds * a_round


PRICED: Final = frozenset({"score.resources", "score.gold", "score.raze", "score.unfed"})
"""Points of the end that the worth of goods stands for."""


def _moves(table: Table, player: Player) -> int:
    """How often a pawn can be moved with what is at hand."""
    held = amount_of(player, "food") + amount_of(player, GOLD)
    return held // content(table.state).numbers["move_food"]


def _hunger(table: Table, player: Player) -> float:
    """Where workers must be fed at the end of a scenario: what hungry ones will cost."""
    if table.solo is None:
        return 0.0
    rules = scenario(table.state).rules.points
    food = sum(amount_of(player, good) for good in (*rules.feed, GOLD))
    return -rules.unfed * max(0, workers_of(player) - food) * (1.0 - table.early)


def _round(table: Table, player: Player, workers: int, *, ready: bool) -> float:
    """What an empire brings in a round with so many workers; or, in this one, what is ready still brings."""
    uses, brought = list[tuple[float, int]](), 0.0
    for site, card in at_work(table, player):
        if card.action is not None and not (ready and site.exhausted):
            ability = card.abilities[card.action]
            net = worth_of_effects(table, player, ability.effects) - worth_of_cost(table, ability.cost)
            net *= UNPAID if ready and not affords(player, owed_by(ability.cost)) else 1.0
            uses.append((net, ability.cost.worker))
        for at in card.specials:
            if not (ready and at in site.fired):
                brought += worth_of_special(table, player, card.abilities[at])
        if card.storage is not None and not ready:
            bank = card.abilities[card.storage]
            brought += size_of(site.goods) / bank.row.per * worth_of_effects(table, player, bank.effects)
    for net, needed in sorted(uses, reverse=True):
        if net > 0 and needed <= workers:
            workers -= needed
            brought += net
    if ready:
        return brought + SPARE * max(0, workers)
    kept = content(table.state).numbers["lookout_draw"]
    return (
        LATER * brought
        + IDLE * min(workers, kept)
        + SPARE * max(0, workers - kept)
        + HARVESTED * best_field(table, player, ready=False)
    )


# --- ships and questions --------------------------------------------------------------------------------------------


def _voyage(table: Table, place: int, ship: Ship) -> float:
    """What a ship of the queue should bring, and that it comes home."""
    state, player = table.state, table.state.players[ship.seat]
    home, best = SHIP * table.rounds, LANDFALL
    for frame in state.pending:
        if isinstance(frame, Landing) and frame.place == place:
            return home + _island(table, player, ship, frame.island)
        if isinstance(frame, Blind) and frame.place == place:
            return home + BLINDLY[frame.pile] + (CONQUEST if ship.raze else 0.0)
    for pile in reachable(state, ship):
        for island in state.isles(pile).open:
            best = max(best, _island(table, player, ship, island))
    for _ in range(place):
        best *= BEHIND
    return home + best


def _island(table: Table, player: Player, ship: Ship, name: str) -> float:
    """What an island brings when it is pillaged, or conquered where that is possible."""
    card = card_of(table.state, name)
    pillaged = sum(table.worth(gain) * count for gain, count in card.pillage) + worth_of_hearing(
        table, player, "pillaged", ""
    )
    if not ship.raze:
        return pillaged
    return max(pillaged, worth_of_placing(table, player, card) + worth_of_hearing(table, player, "conquered", ""))


def _question(table: Table, at: int, frame: Question, player: Player) -> float:
    """What an open question should still bring the seat that it asks, or cost it."""
    state = table.state
    if isinstance(frame, Effects):
        return worth_of_effects(table, player, listed(state, frame)[frame.step :])
    if isinstance(frame, Perform | Construct | Harvest | Sail):
        return worth_of_deed(table, player, frame.action if isinstance(frame, Perform) else question_of(frame))
    if isinstance(frame, Arrive):
        return worth_of_deed(table, player, frame.tile)
    if isinstance(frame, Place):
        return worth_of_placing(table, player, card_of(state, frame.card)) + worth_of_hearing(
            table, player, "built", frame.card
        )
    if isinstance(frame, Told):
        return worth_of_hearing(table, player, frame.event, frame.card)
    if isinstance(frame, Draw):
        return table.card * frame.left if frame.into == "hand" else 0.0
    if isinstance(frame, GainResource):
        return table.prices[ANY] * frame.left
    if isinstance(frame, PayFromHand):
        return -HELD * frame.left
    if isinstance(frame, ChooseCost):
        return -worth_of_cost(table, cost_asked(state)[1]) - priced(table, frame.extra)
    if question_of(frame) in QUESTIONS:
        return QUESTIONS[question_of(frame)]
    below = state.pending[at - 1] if at else None
    if isinstance(below, Effects) and below.step:
        return worth_of_effect(table, player, listed(state, below)[below.step - 1])
    return 0.0


BOT: Final = Bot(points=points, eager=EAGER)
