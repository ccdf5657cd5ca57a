"""What a position is worth to each seat, for the bots: points so far, what an empire brings in the rounds left, ships.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.empires_north.binding import (
    ANY,
    GOLD,
    RAZE,
    RESOURCES,
    WORKER,
    Ability,
    Card,
    Effect,
    owed_by,
)
from referee_service.games.empires_north.content import SHELF, card_of, content, scenario
from referee_service.games.empires_north.costs import affords
from referee_service.games.empires_north.declaring import reachable
from referee_service.games.empires_north.empire import amount, fields_of, is_meant, source_of, yield_of
from referee_service.games.empires_north.pack import Bundle, Cost
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
    EmpiresOptions,
    Player,
    Ship,
    Site,
    Solo,
    State,
    amount_of,
    workers_of,
)
from referee_service.kernel.game import Bot
from referee_service.kernel.payment import Payment
from referee_service.kernel.score import total
from referee_service.kernel.state import question_of
from referee_service.kernel.values import Bag, size_of

PACE: Final = 5.0
"""The points that the leader makes in a round, on the way to the end."""
USUAL: Final = 7
"""A game takes about so many rounds."""
LEAST: Final = 0.5
"""The rounds to come while nobody has reached the end, however late it is: who waits for more is never rewarded."""
UNDER_WAY: Final = 0.7
"""How much of a round is left on average while nobody has passed."""
GOODS: Final[dict[str, float]] = {**dict.fromkeys((*RESOURCES, ANY), 0.8), GOLD: 1.25, RAZE: 0.9}
"""What a good is worth to who can still spend it."""
CARD: Final = 0.9
"""A card yet to be drawn."""
HELD: Final = 0.5
"""A card of the hand, as a share of what placing or playing it brings."""
BUILT: Final = 2.0
"""Cards that are placed or played in a round."""
IDLE: Final = 0.5
"""What a worker without an Action of an empire does in a round: it keeps a card, or waits for a new Action."""
SPARE: Final = 0.2
"""What a worker does who is not even wanted for that."""
FRESH: Final = 0.4
"""A worker gained while this round is still played."""
LATER: Final = 0.7
"""How often an Action is used, or a special reacts, in a round to come."""
NOW: Final = 0.85
"""How surely an Action that is ready will be used in this round."""
PAWN: Final = 1.5
"""A pawn still to be placed."""
MOVE: Final = 0.7
"""A pawn that can still be moved."""
UNPAID: Final = 0.3
"""What is left of that while its price is not at hand."""
REAPED: Final = 0.4
"""How often a field still to be placed will be harvested in a round."""
HARVESTED: Final = 0.6
"""How often the best field is harvested in a round."""
SHIP: Final = 0.6
"""A ship, in every round to come."""
SAILING: Final = 1.3
"""A ship about to sail."""
LANDFALL: Final = 0.8
"""The least that a voyage brings."""
BLINDLY: Final[dict[str, float]] = {"near": 1.8, "distant": 3.0}
"""An island yet to be turned up."""
CONQUEST: Final = 0.8
"""That it may be conquered."""
BEHIND: Final = 0.85
"""What is left of a voyage's worth with every ship that sails before."""
EFFECTS: Final[dict[str, float]] = {
    "draw": CARD,
    "search": 1.4,
    "return_to_hand": 0.8,
    "build": 1.8,
    "pillage_now": 0.4,
    "conquer_now": 0.5,
    "advance_ship": 0.3,
    "assign": 0.3,
    "release": 0.3,
    "recover_worker": 0.5,
    "refresh": 0.9,
    "refresh_pawn": MOVE,
    "move_pawn": 0.3,
    "copy": 1.5,
    "raid": 0.6,
    "foundations": 0.8,
}
"""What effects bring that gain nothing by themselves."""
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


@dataclass(frozen=True, slots=True)
class Table:
    """All that the worth of a player's things depends on beside the player, and a state to look cards up with."""

    pack: str
    options: EmpiresOptions
    solo: Solo | None
    stage: str
    rounds: float
    """The rounds after this one."""
    state: State = field(compare=False)
    prices: dict[str, float] = field(compare=False)

    @property
    def is_live(self) -> bool:
        """Whether there may still be something to do in this round."""
        return self.stage != "expedition"

    @property
    def early(self) -> float:
        """From nearly 1 at the start to 0 in the end: what must still be turned into points is worth less late."""
        return _early(self.rounds, self.stage)

    @property
    def card(self) -> float:
        """What a card yet to be drawn is worth."""
        return CARD * (0.2 + 0.8 * self.early)

    def worth(self, gain: str) -> float:
        """What anything that can be gained is worth."""
        if gain == "vp":
            return 1.0
        if gain == WORKER:
            return IDLE * self.rounds + (FRESH if self.is_live else 0.0)
        return SHIP * self.rounds if gain == "ship" else self.prices[gain]


def _early(rounds: float, stage: str) -> float:
    left = rounds + (0.4 if stage != "expedition" else 0.0)
    return left / (left + 0.6)


@lru_cache(maxsize=1024)
def _prices(pack: str, rounds: float, stage: str, *, razes: bool) -> dict[str, float]:
    """What each good is worth: late in the game no more than what is left scores."""
    numbers, early = SHELF.find(pack).numbers, _early(rounds, stage)
    last = dict.fromkeys(GOODS, 1 / numbers["resources_per_point"])
    last |= {GOLD: numbers["gold_points"], RAZE: numbers["raze_points"] if razes else 0.0}
    return {good: last[good] + (worth - last[good]) * early for good, worth in GOODS.items()}


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    rounds = rounds_left(state)
    prices = _prices(state.pack, rounds, state.stage, razes=state.options.raze_points)
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
    worth = counted + _priced(table, player.goods) + _hunger(table, player)
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
    return _hand(table, player) + table.rounds * a_round


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
    for site, card in _at_work(table, player):
        if card.action is not None and not (ready and site.exhausted):
            ability = card.abilities[card.action]
            net = _effects(table, player, ability.effects) - _cost(table, ability.cost)
            net *= UNPAID if ready and not affords(player, owed_by(ability.cost)) else 1.0
            uses.append((net, ability.cost.worker))
        for at in card.specials:
            if not (ready and at in site.fired):
                brought += _special(table, player, card.abilities[at])
        if card.storage is not None and not ready:
            bank = card.abilities[card.storage]
            brought += size_of(site.goods) / bank.row.per * _effects(table, player, bank.effects)
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
        + HARVESTED * _best_field(table, player, ready=False)
    )


def _at_work(table: Table, player: Player) -> Iterator[tuple[Site, Card]]:
    """The cards of an empire, each with the card whose abilities it has."""
    for site in player.empire:
        if source := source_of(player, site):
            yield site, card_of(table.state, source)


def _special(table: Table, player: Player, ability: Ability) -> float:
    """What a special brings in a round."""
    return (0.6 if ability.row.limit else 0.8) * _effects(table, player, ability.effects)


def _best_field(table: Table, player: Player, *, ready: bool) -> float:
    """What harvesting brings."""
    fields = [site.slot for site in fields_of(table.state, player) if not (ready and site.exhausted)]
    yields = (yield_of(table.state, player, slot) for slot in fields)
    return max((sum(table.prices[good] * count for good, count in each.items()) for each in yields), default=0.0)


# --- cards ----------------------------------------------------------------------------------------------------------


def _hand(table: Table, player: Player) -> float:
    """What the cards held, and those about to be kept, should bring: the best soon, the others later."""
    room = BUILT * table.rounds + (1.0 if table.is_live and not player.passed else 0.0)
    worths = [_held(table, player, card) for bag in (player.hand, player.kept) for card, n in bag for _ in range(n)]
    return sum(worth * room / (room + at / 2) for at, worth in enumerate(sorted(worths, reverse=True)) if room)


def _held(table: Table, player: Player, name: str) -> float:
    """What a card of the hand should bring."""
    card = card_of(table.state, name)
    if card.immediate is not None:
        boost = card.abilities[card.immediate]
        return HELD * max(0.2, _effects(table, player, boost.effects) - _cost(table, boost.cost))
    return HELD * max(0.2, _placed(table, player, card) - _cost(table, card.cost) - card.cost.worker * 0.5)


def _placed(table: Table, player: Player, card: Card) -> float:
    """What a card brings from when it is placed: its point, its bonus, and its use in the rounds to come."""
    worth = float(content(table.state).numbers["card_points"])
    worth += _priced(table, card.goods) * (1 + REAPED * table.rounds)
    uses = LATER * table.rounds + (0.5 if table.is_live and not player.passed else 0.0)
    for ability in card.abilities:
        brought = _effects(table, player, ability.effects)
        if ability.row.when == "bonus":
            worth += brought
        elif ability.row.when == "action":
            worth += uses * max(0.1, brought - _cost(table, ability.cost) - IDLE * ability.cost.worker)
        elif ability.row.when == "special":
            worth += uses * _special(table, player, ability)
        elif ability.row.when == "storage":
            worth += max(0.0, table.rounds - 1) * brought * 0.8
    return worth


def _effects(table: Table, player: Player, effects: tuple[Effect, ...]) -> float:
    """What effects bring their player."""
    return sum(_effect(table, player, each) for each in effects)


def _effect(table: Table, player: Player, each: Effect) -> float:
    if each.bundles:
        return max(_bundle(table, player, bundle) for bundle in each.bundles)
    if each.name == "choose":
        return max(_effects(table, player, branch) for branch in each.branches)
    if each.name == "tile_action":
        return _deed(table, player, each.word)
    return EFFECTS.get(each.name, 0.0) * max(1, each.most)


def _bundle(table: Table, player: Player, bundle: Bundle) -> float:
    return sum(table.worth(gain) * amount(table.state, player, count) for gain, count in bundle.items())


def _cost(table: Table, cost: Cost) -> float:
    """What a cost takes, workers apart."""
    taken = _priced(table, owed_by(cost)) + HELD * cost.card_from_hand
    if cost.discard_card or cost.return_card or cost.exhaust_card:
        taken += 0.5 if cost.exhaust_card else 1.0
    return taken + (min(_cost(table, choice) for choice in cost.choice) if cost.choice else 0.0)


# --- actions, ships and questions -----------------------------------------------------------------------------------


def _deed(table: Table, player: Player, action: str) -> float:
    """What an action of the ring brings."""
    if action == "explore":
        return table.card
    if action == "populate":
        return table.worth(WORKER)
    if action == "harvest":
        return _best_field(table, player, ready=True)
    if action == "sail":
        return SAILING if player.ships else 0.0
    return max((_gain_of_placing(table, player, card) for card, _ in player.hand), default=0.0)


def _gain_of_placing(table: Table, player: Player, name: str) -> float:
    card = card_of(table.state, name)
    return _placed(table, player, card) - _held(table, player, name) if card.is_location or card.is_island else 0.0


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
    pillaged = sum(table.worth(gain) * count for gain, count in card.pillage) + _heard(table, player, "pillaged", "")
    if not ship.raze:
        return pillaged
    return max(pillaged, _placed(table, player, card) + _heard(table, player, "conquered", ""))


def _heard(table: Table, player: Player, event: str, about: str) -> float:
    """What the specials that hear of an event bring."""
    worth = 0.0
    for site, card in _at_work(table, player):
        for at in card.specials:
            row = card.abilities[at].row
            hears = row.hears == event and not (row.limit and at in site.fired)
            if hears and (not about or is_meant(card_of(table.state, about), row.filter)):
                worth += _effects(table, player, card.abilities[at].effects)
    return worth


def _question(table: Table, at: int, frame: Question, player: Player) -> float:
    """What an open question should still bring the seat that it asks, or cost it."""
    state = table.state
    if isinstance(frame, Effects):
        return _effects(table, player, listed(state, frame)[frame.step :])
    if isinstance(frame, Payment):
        return -max(0.0, _priced(table, frame.owed) - _priced(table, frame.pool))
    if isinstance(frame, Perform | Construct | Harvest | Sail):
        return _deed(table, player, frame.action if isinstance(frame, Perform) else question_of(frame))
    if isinstance(frame, Arrive):
        return _deed(table, player, frame.tile)
    if isinstance(frame, Place):
        return _placed(table, player, card_of(state, frame.card)) + _heard(table, player, "built", frame.card)
    if isinstance(frame, Told):
        return _heard(table, player, frame.event, frame.card)
    if isinstance(frame, Draw):
        return table.card * frame.left if frame.into == "hand" else 0.0
    if isinstance(frame, GainResource):
        return table.prices[ANY] * frame.left
    if isinstance(frame, PayFromHand):
        return -HELD * frame.left
    if isinstance(frame, ChooseCost):
        return -_cost(table, cost_asked(state)[1]) - _priced(table, frame.extra)
    if question_of(frame) in QUESTIONS:
        return QUESTIONS[question_of(frame)]
    below = state.pending[at - 1] if at else None
    if isinstance(below, Effects) and below.step:
        return _effect(table, player, listed(state, below)[below.step - 1])
    return 0.0


def _priced(table: Table, goods: Bag) -> float:
    return sum(table.prices[good] * count for good, count in goods)


BOT: Final = Bot(points=points)
