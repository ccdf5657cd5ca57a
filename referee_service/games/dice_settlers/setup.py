"""From options to the first state: pieces counted out, and what chance and the players do before the first round."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import SHELF, Content
from referee_service.games.dice_settlers.questions import (
    BotStart,
    DealStart,
    DrawTechnologies,
    LayStart,
    PickStarter,
    QueueDice,
    TakeStart,
)
from referee_service.games.dice_settlers.state import (
    Bot,
    DiceSettlersOptions,
    Player,
    Side,
    State,
    dice_in_play,
    is_bot,
    sides_of,
)
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE, Frame
from referee_service.kernel.values import Bag, bag_of, drop, put


def setup(seats: int, options: DiceSettlersOptions, pack: str) -> State:
    """A table with all pieces in their places, before chance has acted."""
    tables = SHELF.find(pack)
    if options.first_player is not None and options.first_player not in range(seats):
        raise ValueError(f"first_player is one of the seats 0 to {seats - 1}")
    sides = max(2, seats)
    state = State(
        pack=pack,
        options=options,
        stage="draft",
        round=0,
        turn=0,
        first=0,
        active=0,
        acted=False,
        ending=False,
        table=tables.sets.get(options.technologies, ()),
        offer=(),
        starts=("",) * sides,
        start_deck=bag_of(tile.id for tile in tables.tiles.values() if tile.row.start),
        deck=bag_of(map_deck(tables, seats)),
        supply=dice_supply(tables, seats),
        sold=(),
        map=(),
        players=(new_player(tables),) * seats,
        bot=new_bot(tables, options) if seats == 1 else None,
        pending=(),
        points=((),) * seats,
    )
    drawn = tuple(reversed(technology_draws(tables, options)))
    if options.first_player is None and seats > 1:
        return push(state, PickStarter(CHANCE), *drawn)
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
        used=(),
        factories=(),
        done=(),
        extra=(),
    )


def new_bot(tables: Content, options: DiceSettlersOptions) -> Bot:
    """The Bot begins with the marker at recruit and a gold token at explore."""
    sides = tuple(Side((), "gold" if action == "explore" else "") for action in tables.hexagon)
    marker = tables.hexagon.index("recruit")
    return Bot((), sides, (), marker, options.bot_tents, technologies=(), points=())


def technology_draws(tables: Content, options: DiceSettlersOptions) -> list[Frame]:
    """What chance draws for the table: nine technologies by type, an explosive one."""
    draws: list[Frame] = []
    if options.technologies == "random":
        draws += [DrawTechnologies(CHANCE, row.id, row.drawn) for row in tables.pack.seals]
    return [*draws, DrawTechnologies(CHANCE, "explosive", 1)] if options.explosive else draws


def draft_order(state: State) -> list[int]:
    """The sides around the table, the first player's first."""
    sides = sides_of(state)
    return [(state.first + place) % sides for place in range(sides)]


def begin_draft(state: State, starter: int) -> State:
    """The starter is known: everybody keeps one of three start tiles, then they are laid."""
    state = replace(state, first=starter, active=starter)
    order, offered = draft_order(state), SHELF.of(state).numbers["start_offer"]
    frames: list[Frame] = []
    for place, side in enumerate(order):
        frames.append(DealStart(CHANCE, 1 if place else offered))
        frames.append(BotStart(CHANCE) if is_bot(state, side) else TakeStart(side))
    if state.bot is not None:
        frames.append(QueueDice(CHANCE, start_dice(SHELF.of(state))))
    frames += [LayStart(0 if is_bot(state, side) else side, side) for side in order]
    return push(state, *reversed(frames))


def keep_start(state: State, side: int, tile: str) -> State:
    """A side keeps a start tile; what is left at the end goes to the box."""
    offer = drop(state.offer, tile)
    state = replace(state, starts=put(state.starts, side, tile), offer=offer)
    if all(state.starts):
        state = replace(state, offer=(), start_deck=())
    return note(state, "start_taken", side, tile=tile)
