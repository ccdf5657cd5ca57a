"""From options to the first state: pieces counted out, and what chance and the players do before the first round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import PACKS, Content
from referee_service.games.dice_settlers.questions import (
    BotStartFrame,
    DealStartFrame,
    DrawTechnologiesFrame,
    LayStartFrame,
    PickStarterFrame,
    QueueDiceFrame,
    TakeStartFrame,
)
from referee_service.games.dice_settlers.state import (
    Bot,
    DiceSettlersOptions,
    HexagonEdge,
    Player,
    State,
    dice_in_play,
    is_bot,
    sides_of,
)
from referee_service.kernel.bags import Bag, bag_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE, Frame
from referee_service.kernel.tuples import with_item, without


def setup(seats: int, options: DiceSettlersOptions, pack: str) -> State:
    """A table with all pieces in their places, before chance has acted."""
    tables = PACKS.get(pack)
    if options.first_player is not None and options.first_player not in range(seats):
        raise ValueError(f"first_player is one of the seats 0 to {seats - 1}")
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
    if options.first_player is None and seats > 1:
        return push(state, PickStarterFrame(CHANCE), *drawn)
    return push(begin_draft(state, options.first_player or 0), *drawn)


def map_deck(tables: Content, seats: int) -> tuple[str, ...]:
    """The tiles that are explored: all that are for a table of this size."""
    return tables.decks[seats]


def dice_supply(tables: Content, seats: int) -> Bag:
    """The dice of the general supply: all of the game but those that everybody begins with."""
    left = {
        colour: count - tables.dice[colour].row.start * max(2, seats)
        for colour, count in dice_in_play(tables, seats).items()
    }
    return tuple(sorted((colour, count) for colour, count in left.items() if count))


def start_dice(tables: Content) -> Bag:
    """The dice that everybody begins with."""
    return tuple(sorted((die.id, die.row.start) for die in tables.dice.values() if die.row.start))


def new_player(tables: Content) -> Player:
    """What everybody begins with."""
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
    """The Bot begins with the marker at recruit and a gold token at explore."""
    sides = tuple(HexagonEdge((), "gold" if action == "explore" else "") for action in tables.hexagon)
    marker = tables.hexagon.index("recruit")
    return Bot((), sides, (), marker, options.bot_tents, technologies=(), points=())


def technology_draws(tables: Content, options: DiceSettlersOptions) -> list[Frame]:
    """What chance draws for the table: nine technologies by type, an explosive one."""
    draws: list[Frame] = []
    if options.technologies == "random":
        draws += [DrawTechnologiesFrame(CHANCE, row.id, row.drawn) for row in tables.pack.seals]
    return [*draws, DrawTechnologiesFrame(CHANCE, "explosive", 1)] if options.explosive else draws


def draft_order(state: State) -> list[int]:
    """The sides around the table, the first player's first."""
    sides = sides_of(state)
    return [(state.first_side + place) % sides for place in range(sides)]


def begin_draft(state: State, starter: int) -> State:
    """The starter is known: everybody keeps one of three start tiles, then they are laid."""
    state = replace(state, first_side=starter, active_side=starter)
    order, offered = draft_order(state), PACKS.for_state(state).numbers["start_offer"]
    frames: list[Frame] = []
    for place, side in enumerate(order):
        frames.append(DealStartFrame(CHANCE, 1 if place else offered))
        frames.append(BotStartFrame(CHANCE) if is_bot(state, side) else TakeStartFrame(side))
    if state.bot is not None:
        frames.append(QueueDiceFrame(CHANCE, start_dice(PACKS.for_state(state))))
    frames += [LayStartFrame(0 if is_bot(state, side) else side, side) for side in order]
    return push(state, *reversed(frames))


def assign_start_tile(state: State, side: int, tile: str) -> State:
    """A side keeps a start tile; what is left at the end goes to the box."""
    offer = without(state.start_offer, tile)
    state = replace(state, start_tiles=with_item(state.start_tiles, side, tile), start_offer=offer)
    if all(state.start_tiles):
        state = replace(state, start_offer=(), start_deck=())
    return emit(state, "start_taken", side, tile=tile)
