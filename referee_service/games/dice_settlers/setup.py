"""Set-up: the first state, and the questions before the first round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, bag_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.setup import check_first_player
from referee_service.kernel.state import CHANCE, Frame
from referee_service.kernel.tuples import with_item, without

from .content.tables import PACKS, Content
from .questions import (
    BotStartFrame,
    DealStartFrame,
    DrawTechnologiesFrame,
    LayStartFrame,
    PickStarterFrame,
    QueueDiceFrame,
    TakeStartFrame,
)
from .state import (
    Bot,
    DiceSettlersOptions,
    HexagonEdge,
    Player,
    State,
    answering_seat,
    dice_in_play,
    is_bot,
    side_name,
    sides_of,
)


def setup(seats: int, options: DiceSettlersOptions, pack: str) -> State:
    """Build the first state: all pieces counted, and the questions of the set-up on the stack.

    Raises SetupError if `first_player` is not a seat.
    """
    tables = PACKS.get(pack)
    check_first_player(options.first_player, seats)
    sides = max(2, seats)
    state = State(
        pack=pack,
        options=options,
        stage="draft",
        round=0,
        turn_index=0,
        first_side=0,
        active_side=0,
        has_acted=False,
        is_last_round=False,
        technologies=tables.sets.get(options.technologies, ()),
        start_offer=(),
        start_tiles=("",) * sides,
        start_deck=bag_of(tile.id for tile in tables.tiles.values() if tile.row.start),
        deck=bag_of(map_deck(tables, seats)),
        supply=dice_supply(tables, seats),
        sold=(),
        map=(),
        players=(new_player(tables),) * seats,
        bot=new_bot(tables, options) if seats == 1 else None,
        pending=(),
        score_lines=((),) * seats,
    )
    drawn = tuple(reversed(technology_draws(tables, options)))
    if is_starter_random(state):
        return push(state, PickStarterFrame(CHANCE), *drawn)
    return push(begin_draft(state, options.first_player or 0), *drawn)


def map_deck(tables: Content, seats: int) -> tuple[str, ...]:
    """Return the tiles to explore with this number of seats."""
    return tables.decks[seats]


def dice_supply(tables: Content, seats: int) -> Bag:
    """Return the dice of the general supply: all dice in play except those that the sides begin with."""
    remaining = {
        colour: count - tables.dice[colour].row.start * max(2, seats)
        for colour, count in dice_in_play(tables, seats).items()
    }
    return tuple(sorted((colour, count) for colour, count in remaining.items() if count))


def start_dice(tables: Content) -> Bag:
    """Return the dice that each side begins with."""
    return tuple(sorted((die.id, die.row.start) for die in tables.dice.values() if die.row.start))


def new_player(tables: Content) -> Player:
    """Build a player with the start pieces."""
    return Player(
        bag=start_dice(tables),
        active=(),
        spent=(),
        quota=tables.numbers["quota_base"],
        tents=tables.numbers["start_tents"],
        tokens=(),
        technologies=(),
        used_technologies=(),
        used_factories=(),
        actions_done=(),
        extra_symbols=(),
    )


def new_bot(tables: Content, options: DiceSettlersOptions) -> Bot:
    """Build the printed Bot: its marker at recruit and a gold token at explore."""
    edges = tuple(HexagonEdge((), "gold" if action == "explore" else "") for action in tables.hexagon)
    marker = tables.hexagon.index("recruit")
    return Bot((), edges, (), marker, options.bot_tents, technologies=(), points=())


def technology_draws(tables: Content, options: DiceSettlersOptions) -> list[DrawTechnologiesFrame]:
    """Return the draws for the table: nine technologies by type if random, and an explosive one if chosen."""
    draws = list[DrawTechnologiesFrame]()
    if options.technologies == "random":
        draws += [DrawTechnologiesFrame(CHANCE, row.id, row.drawn) for row in tables.pack.seals]
    return [*draws, DrawTechnologiesFrame(CHANCE, "explosive", 1)] if options.explosive else draws


def draft_order(state: State) -> list[int]:
    """Return the sides in table order, beginning with the first player."""
    sides = sides_of(state)
    return [(state.first_side + index) % sides for index in range(sides)]


def begin_draft(state: State, starter: int) -> State:
    """Make this seat the first player, and push the questions of the draft."""
    state = replace(state, first_side=starter, active_side=starter)
    return push(state, *draft_frames(state))


def draft_frames(state: State) -> tuple[Frame, ...]:
    """Return the questions of the draft, the first one on top: each side gets a start tile, then lays it."""
    order, offered = draft_order(state), PACKS.for_state(state).numbers["start_offer"]
    frames: list[Frame] = []
    for index, side in enumerate(order):
        frames.append(DealStartFrame(CHANCE, 1 if index else offered))
        frames.append(BotStartFrame(CHANCE) if is_bot(state, side) else TakeStartFrame(side))
    if state.bot is not None:
        frames.append(QueueDiceFrame(CHANCE, start_dice(PACKS.for_state(state))))
    frames += [LayStartFrame(answering_seat(state, side), side) for side in order]
    return tuple(reversed(frames))


def draft_plan(state: State) -> tuple[Frame, ...]:
    """Return the stack that the draft begins with. A random starter is picked after the technologies are drawn."""
    draws = tuple(reversed(technology_draws(PACKS.for_state(state), state.options)))
    if not is_starter_random(state):
        return (*draft_frames(state), *draws)
    if state.pending and isinstance(state.pending[0], PickStarterFrame):
        return (PickStarterFrame(CHANCE), *draws)
    return draft_frames(state)


def is_starter_random(state: State) -> bool:
    """Return whether chance picks the first player. In a solo game the player begins."""
    return state.options.first_player is None and state.bot is None


def assign_start_tile(state: State, side: int, tile: str) -> State:
    """Give a start tile to a side. After the last one, the rest of the offer leaves the game."""
    offer = without(state.start_offer, tile)
    state = replace(state, start_tiles=with_item(state.start_tiles, side, tile), start_offer=offer)
    if all(state.start_tiles):
        state = replace(state, start_offer=(), start_deck=())
    return emit(state, "start_taken", side, tile=tile, who=side_name(state, side))
