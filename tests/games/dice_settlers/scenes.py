"""Whole positions in which every piece is counted and the audit finds nothing; moves are written as notation.

Start tiles lie in the middle, the tiles of a scene around them or where it says:

           (0 -1)  4th            · 4
       (-1 0)  1st  2nd          · 1 2
           ·   3rd                · 3
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.content.tables import Content, content
from referee_service.games.dice_settlers.questions import BotMoveFrame
from referee_service.games.dice_settlers.scoring import side_points
from referee_service.games.dice_settlers.setup import map_deck
from referee_service.games.dice_settlers.state import (
    NOBODY,
    Bot,
    HexagonEdge,
    MapTile,
    Player,
    State,
    dice_in_play,
    map_tile,
)
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.hexes import neighbours
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.state import CHANCE, ScoreLine
from tests.games.dice_settlers.positions import after, faults, legal, opening, question, refusals, resting

START_CELLS = ((0, 0), (1, 0), (0, 1), (1, -1))
CELLS = ((-1, 1), (-1, 0), (0, -1), (2, -1), (1, 1), (2, 0), (-1, 2), (0, 2), (-2, 1), (-2, 2), (3, -1), (3, 0))
COLOURS = ("white", "green", "yellow", "orange", "brown", "grey")
SEALS = ("I", "II", "II", "III", "III", "IV", "IV", "V", "V")


def named(tile: int) -> str:
    """The id of the tile with this number."""
    return f"tile_{tile:02}"


def audited(state: State) -> State:
    """The same position, in which the audit finds no fault."""
    assert faults(state) == set()
    return state


# --- positions ------------------------------------------------------------------------------------------------------


def scene(tiles, *, seats=2, start_tiles=(1, 3, 5, 7), mine=None, other=None, third=None, options=None, **wanted) -> State:
    """A possible position with seat 0 in its first turn, and nothing anywhere but what is named.

    tiles: by number who stands there, {side: tents, "house": side, "at": cell}. mine, other, third: fields of seats 0,
    1 and 2. points: those of each side so far. deck: numbers of tiles. supply: dice, all others being spent by the last
    seat. What else is named is a field of the state, or of the Bot: `queue`, `around` and `centre` of its hexagon.
    """
    return audited(resting(raw_scene(tiles, seats, start_tiles, [mine, other, third], options or {}, wanted)))


def raw_scene(tiles, seats, start_tiles, rows, options, wanted) -> State:
    """The position as it is named, before anything happens by itself."""
    state = opening(seats)
    tables, sides = content(state), max(2, seats)
    land = places(tiles, start_tiles[:sides], sides)
    players = tuple(player(rows[seat] if seat < len(rows) else None) for seat in range(seats))
    bot = the_bots(tables, wanted) if seats == 1 else None
    known = [name for each in (*players, *([bot] if bot else [])) for name in each.technologies]
    table, chosen = technologies(tables, [*known, *wanted.pop("technologies", ())])
    laid = {place.tile for place in land}
    deck = [named(tile) for tile in wanted.pop("deck")] if "deck" in wanted else map_deck(tables, seats)
    in_hand = [die for frame in wanted.get("pending", ()) for die in getattr(frame, "dice", ())]
    supply, players = shared_out(tables, players, bot, wanted.pop("supply", None), in_hand)
    scored = wanted.pop("points", {})
    number, turn_index = wanted.pop("round", 1), wanted.pop("turn_index", 0)
    first = (number - 1) % sides
    fields = {
        "options": replace(state.options, **chosen, **options),
        "technologies": table,
        "start_tiles": tuple(named(tile) for tile in start_tiles[:sides]),
        "map": land,
        "players": players,
        "bot": replace(bot, points=bot_lines(scored.get(1, 0))) if bot else None,
        "deck": bag_of(tile for tile in deck if tile not in laid),
        "supply": supply,
        "score_lines": tuple(lines_worth(scored.get(seat, 0)) for seat in range(seats)),
        "round": number,
        "turn_index": turn_index,
        "first_side": first,
        "active_side": (first + turn_index) % sides,
        "pending": (),
    }
    return replace(state, **(fields | wanted))


def places(tiles, start_tiles, sides: int) -> tuple[MapTile, ...]:
    """The map: start tiles first, then the others where they are said to lie, or else side by side."""
    rows = {tile: tiles.get(tile, {}) for tile in start_tiles} | tiles
    cells = dict(zip(start_tiles, START_CELLS, strict=False))
    cells |= {tile: who["at"] for tile, who in rows.items() if "at" in who}
    free = [cell for cell in CELLS if cell not in cells.values()]
    for tile in rows:
        if tile not in cells:
            cells[tile] = next(cell for cell in free if set(neighbours(cell)) & set(cells.values()))
            free.remove(cells[tile])
    return tuple(
        MapTile(named(tile), *cells[tile], tuple(who.get(side, 0) for side in range(sides)), who.get("house", NOBODY))
        for tile, who in rows.items()
    )


def player(wanted) -> Player:
    """A player who has nothing but what is wanted."""
    wanted = wanted or {}
    return Player(
        **{name: bag_of(wanted.get(name, ())) for name in ("bag", "active", "spent", "tokens", "extra_symbols")},
        **{name: tuple(sorted(wanted.get(name, ()))) for name in ("technologies", "used_technologies", "used_factories")},
        actions_done=tuple(wanted.get("actions_done", ())),
        tents=wanted.get("tents", 0),
        quota=wanted.get("quota", 3),
    )


def the_bots(tables: Content, wanted) -> Bot:
    """What the Bot has: by default nothing, and its marker at recruit."""
    around = wanted.pop("around", {})
    sides = [around.get(action, ()) for action in tables.hexagon]
    return Bot(
        dice_queue=tuple(wanted.pop("dice_queue", ())),
        edges=tuple(
            HexagonEdge(bag_of(each for each in side if each in COLOURS), "".join(e for e in side if e not in COLOURS))
            for side in sides
        ),
        centre=bag_of(wanted.pop("centre", ())),
        marker=tables.hexagon.index(wanted.pop("marker", "recruit")),
        tents=wanted.pop("bot_tents", 0),
        technologies=tuple(sorted(wanted.pop("bot_technologies", ()))),
        points=(),
    )


def technologies(tables: Content, known):
    """A table on which these lie, and the options that lead to it."""
    explosive = [name for name in known if tables.technologies[name].row.seal == "explosive"]
    usual = sorted(set(known) - set(explosive))
    more = {"explosive": bool(explosive)}
    for name, row in tables.sets.items():
        if set(usual) <= set(row):
            return (*row, *explosive), {"technologies": name, **more}
    drawn: list[str] = []
    for seal in SEALS:
        fitting = [each.id for each in tables.technologies.values() if each.row.seal == seal and each.row.players < 4]
        drawn.append(next(name for name in (*usual, *fitting) if name in fitting and name not in drawn))
    assert set(usual) <= set(drawn)
    return (*drawn, *explosive), {"technologies": "random", **more}


def shared_out(tables: Content, players, bot, supply, in_hand):
    """The supply, and the players; dice that are nowhere yet are in the supply, or else spent by the last player."""
    left = Counter(dice_in_play(tables, len(players)))
    left.subtract(in_hand)
    for each in players:
        left.subtract(dict(each.bag))
        left.subtract(dict(each.spent))
        left.subtract(Counter(tables.faces[die][0] for die, count in each.active for _ in range(count)))
    if bot is not None:
        left.subtract(bot.dice_queue)
        for side in bot.edges:
            left.subtract(dict(side.dice))
    stays = Counter(supply) if supply is not None else Counter({colour: left[colour] for colour in COLOURS[1:]})
    left.subtract(stays)
    assert min(left.values()) >= 0, left
    last = replace(players[-1], spent=merge_bags(players[-1].spent, tuple(sorted(left.items()))))
    return tuple(sorted((+stays).items())), (*players[:-1], last)


def lines_worth(points: int) -> tuple[ScoreLine, ...]:
    """Lines of trades that are worth so many points."""
    fives = points % 2
    twos = (points - 5 * fives) // 2
    lines = [ScoreLine("score.trade_any", twos, 2 * twos), ScoreLine("score.trade_different", fives, 5 * fives)]
    return tuple(line for line in lines if line.count)


def bot_lines(points: int) -> tuple[ScoreLine, ...]:
    """Unused force of the Bot that was worth so many points."""
    return (ScoreLine("score.bot_force", points, points),) if points else ()


def bot_scene(tiles, around, *, mine=None, **wanted) -> State:
    """The Bot is to move its marker; afterwards the player has a die to act with."""
    mine = {"active": ["white_settle"]} | (mine or {})
    return scene(
        tiles, seats=1, mine=mine, around=around, **({"round": 2, "pending": (BotMoveFrame(CHANCE),)} | wanted)
    )


def bot_acts(action: str, force: int, tiles, **wanted) -> State:
    """The position after the Bot has begun this action with so much force, all of it dice of its own."""
    dice = (["white"] * 5 + ["yellow"] * 7)[:force] if force > 5 else ["white"] * force
    return played(bot_scene(tiles, {action: dice}, **wanted), "move_bot steps=1")


# --- moves and questions --------------------------------------------------------------------------------------------


def played(state: State, *lines: str) -> State:
    """The position after these moves, audited one by one; what is not paid as written is paid the cheapest way."""
    for line in lines:
        if question(state) == "payment" and not line.startswith("pay"):
            state = played(state, "pay_cheapest")
        state = audited(after(state, parse_notation(GAME, line)))
    return played(state, "pay_cheapest") if question(state) == "payment" and not lines[-1].startswith("pay") else state


def why_not(state: State, line: str, seat: int | None = None) -> set[str]:
    """The rules that forbid a move; a refused one is not listed either, and one that is not refused is."""
    action = parse_notation(GAME, line)
    found = refusals(state, action, seat)
    if seat is None:
        assert bool(found) is (action not in legal(state))
    return found


def may(state: State, kind: str) -> list[str]:
    """All moves of one verb that are open, as notation."""
    return [notation(action) for action in legal(state, kind)]


def stands(state: State, tile: int) -> tuple[tuple[int, ...], int]:
    """The tents of every side on a tile, and whose house stands there."""
    place = map_tile(state, named(tile))
    return place.tents, place.house


def points(state: State, side: int = 0) -> int:
    """All points of a side."""
    return side_points(state, side)


def at(state: State, action: str) -> tuple[dict[str, int], str]:
    """The dice and the token at one side of the Bot's hexagon."""
    side = state.bot.edges[content(state).hexagon.index(action)]
    return dict(side.dice), side.token


def next_seat(state: State):
    """Whose turn it is to decide."""
    return GAME.turn(state).seat
