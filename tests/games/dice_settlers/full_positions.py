"""Builders of full positions: every piece is counted, and the audit finds no fault. Moves are lines of notation.

Start tiles lie in the middle. The other tiles lie around them, or on the cell that a test names:

           (0 -1)  4th            · 4
       (-1 0)  1st  2nd          · 1 2
           ·   3rd                · 3
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee_service.games.dice_settlers import GAME
from referee_service.games.dice_settlers.content.tables import Content, content
from referee_service.games.dice_settlers.map_tiles import find_map_tile
from referee_service.games.dice_settlers.questions import BotMoveFrame
from referee_service.games.dice_settlers.scoring import side_points
from referee_service.games.dice_settlers.setup import map_deck
from referee_service.games.dice_settlers.state import NO_SIDE, Bot, MapTile, Player, State, dice_in_play
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.hexes import neighbours
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.state import CHANCE, ScoreLine, Seat
from tests.games.dice_settlers.positions import (
    COLOURS,
    after,
    edge,
    hexagon_edge,
    legal,
    opening,
    possible,
    question,
    quiescent,
    refusals,
)

START_CELLS = ((0, 0), (1, 0), (0, 1), (1, -1))
CELLS = ((-1, 1), (-1, 0), (0, -1), (2, -1), (1, 1), (2, 0), (-1, 2), (0, 2), (-2, 1), (-2, 2), (3, -1), (3, 0))
SEALS = ("I", "II", "II", "III", "III", "IV", "IV", "V", "V")
OPEN_FACTORY = {25: {0: 1}}
"""A factory where seat 0 has a tent, so that its turn does not end automatically."""
SETTLE_DIE = {"active": ["white_settle"]}
"""Fields of a player with one die to settle with."""


def tile_id(tile: int) -> str:
    """Return the id of the tile with this number."""
    return f"tile_{tile:02}"


# --- positions ------------------------------------------------------------------------------------------------------


def full_position(
    tiles, *, seats=2, start_tiles=(1, 3, 5, 7), seat_0=None, seat_1=None, seat_2=None, options=None, **wanted
) -> State:
    """Return a possible position with seat 0 in its first turn, and no pieces except those that the arguments name.

    `tiles` maps a number to the pieces there: {side: tents, "house": side, "at": cell}.
    `seat_0`, `seat_1` and `seat_2` are fields of seats 0, 1 and 2. `points` maps a side to its points so far.
    `deck` lists tile numbers. `technologies` are on the table.
    Dice that are neither named nor in `supply` are spent by the last seat.
    Other keywords are fields of the state, or of the printed Bot: `dice_queue`, `around`, `centre`, `marker`,
    `bot_tents` and `bot_technologies`.
    """
    return possible(quiescent(_position(tiles, seats, start_tiles, [seat_0, seat_1, seat_2], options or {}, wanted)))


def _position(tiles, seats, start_tiles, players, options, wanted) -> State:
    """Return the position that the arguments name, before any automatic step."""
    state = opening(seats)
    tables, sides = content(state), max(2, seats)
    laid = _map_tiles(tiles, start_tiles[:sides], sides)
    players = tuple(_player(players[seat] if seat < len(players) else None) for seat in range(seats))
    bot = _bot(tables, wanted) if seats == 1 else None
    known = [name for owner in (*players, *([bot] if bot else [])) for name in owner.technologies]
    technologies, table_options = _technologies(tables, [*known, *wanted.pop("technologies", ())])
    laid_names = {map_tile.tile for map_tile in laid}
    deck = [tile_id(tile) for tile in wanted.pop("deck")] if "deck" in wanted else map_deck(tables, seats)
    in_hand = [die for frame in wanted.get("pending", ()) for die in getattr(frame, "dice", ())]
    supply, players = _distribute_dice(tables, players, bot, wanted.pop("supply", None), in_hand)
    points_by_side = wanted.pop("points", {})
    number, turn_index = wanted.pop("round", 1), wanted.pop("turn_index", 0)
    first = (number - 1) % sides
    fields = {
        "options": replace(state.options, **table_options, **options),
        "technologies": technologies,
        "start_tiles": tuple(tile_id(tile) for tile in start_tiles[:sides]),
        "map": laid,
        "players": players,
        "bot": replace(bot, points=_bot_lines(points_by_side.get(1, 0))) if bot else None,
        "deck": bag_of(tile for tile in deck if tile not in laid_names),
        "supply": supply,
        "score_lines": tuple(_trade_lines(points_by_side.get(seat, 0)) for seat in range(seats)),
        "round": number,
        "turn_index": turn_index,
        "first_side": first,
        "active_side": (first + turn_index) % sides,
        "pending": (),
    }
    return replace(state, **(fields | wanted))


def _map_tiles(tiles, start_tiles, sides: int) -> tuple[MapTile, ...]:
    """Return the map: start tiles first, then the others on their cells, or else next to another tile."""
    rows = {tile: tiles.get(tile, {}) for tile in start_tiles} | tiles
    cells = dict(zip(start_tiles, START_CELLS, strict=False))
    cells |= {tile: pieces["at"] for tile, pieces in rows.items() if "at" in pieces}
    free = [cell for cell in CELLS if cell not in cells.values()]
    for tile in rows:
        if tile not in cells:
            cells[tile] = next(cell for cell in free if set(neighbours(cell)) & set(cells.values()))
            free.remove(cells[tile])
    return tuple(
        MapTile(
            tile_id(tile),
            *cells[tile],
            tuple(pieces.get(side, 0) for side in range(sides)),
            pieces.get("house", NO_SIDE),
        )
        for tile, pieces in rows.items()
    )


def _player(wanted) -> Player:
    """Return a player with no pieces except those in `wanted`."""
    wanted = wanted or {}
    bags = ("bag", "active", "spent", "tokens", "extra_symbols")
    sets = ("technologies", "used_technologies", "used_factories")
    return Player(
        **{name: bag_of(wanted.get(name, ())) for name in bags},
        **{name: tuple(sorted(wanted.get(name, ()))) for name in sets},
        actions_done=tuple(wanted.get("actions_done", ())),
        tents=wanted.get("tents", 0),
        quota=wanted.get("quota", 3),
    )


def _bot(tables: Content, wanted) -> Bot:
    """Return the printed Bot: by default without pieces, its marker at recruit."""
    around = wanted.pop("around", {})
    return Bot(
        dice_queue=tuple(wanted.pop("dice_queue", ())),
        edges=tuple(hexagon_edge(around.get(action, ())) for action in tables.hexagon),
        centre=bag_of(wanted.pop("centre", ())),
        marker=tables.hexagon.index(wanted.pop("marker", "recruit")),
        tents=wanted.pop("bot_tents", 0),
        technologies=tuple(sorted(wanted.pop("bot_technologies", ()))),
        points=(),
    )


def _technologies(tables: Content, known):
    """Return a table that has these technologies, and the options that lead to it."""
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


def _distribute_dice(tables: Content, players, bot, supply, in_hand):
    """Return the supply and the players after all other dice went to the supply, or to the last player's spent dice."""
    remaining = Counter(dice_in_play(tables, len(players)))
    remaining.subtract(in_hand)
    for player in players:
        remaining.subtract(dict(player.bag))
        remaining.subtract(dict(player.spent))
        remaining.subtract(Counter(tables.faces[die][0] for die, count in player.active for _ in range(count)))
    if bot is not None:
        remaining.subtract(bot.dice_queue)
        for hexagon_side in bot.edges:
            remaining.subtract(dict(hexagon_side.dice))
    stays = Counter(supply) if supply is not None else Counter({colour: remaining[colour] for colour in COLOURS[1:]})
    remaining.subtract(stays)
    assert min(remaining.values()) >= 0, remaining
    last = replace(players[-1], spent=merge_bags(players[-1].spent, tuple(sorted(remaining.items()))))
    return tuple(sorted((+stays).items())), (*players[:-1], last)


def _trade_lines(points: int) -> tuple[ScoreLine, ...]:
    """Return score lines of trades with this number of points."""
    fives = points % 2
    twos = (points - 5 * fives) // 2
    lines = [ScoreLine("score.trade_any", twos, 2 * twos), ScoreLine("score.trade_different", fives, 5 * fives)]
    return tuple(line for line in lines if line.count)


def _bot_lines(points: int) -> tuple[ScoreLine, ...]:
    """Return score lines of unused force with this number of points."""
    return (ScoreLine("score.bot_force", points, points),) if points else ()


def bot_position(tiles, around, *, seat_0=None, **wanted) -> State:
    """Return a position in which chance is to move the printed Bot's marker. The player has a die for the next turn."""
    seat_0 = {"active": ["white_settle"]} | (seat_0 or {})
    wanted = {"round": 2, "pending": (BotMoveFrame(CHANCE),)} | wanted
    return full_position(tiles, seats=1, seat_0=seat_0, around=around, **wanted)


def after_bot_action(action: str, force: int, tiles, **wanted) -> State:
    """Return the position after the printed Bot has begun this action with this force, all of it dice."""
    dice = (["white"] * 5 + ["yellow"] * 7)[:force] if force > 5 else ["white"] * force
    return after_lines(bot_position(tiles, {action: dice}, **wanted), "move_bot steps=1")


# --- moves and queries ----------------------------------------------------------------------------------------------


def after_lines(state: State, *lines: str) -> State:
    """Return the position after these moves. Each position on the way is audited.

    A price that no `pay` line follows is paid the cheapest way.
    """
    for line in lines:
        if question(state) == "payment" and not line.startswith("pay"):
            state = after_lines(state, "pay_cheapest")
        state = possible(after(state, parse_notation(GAME, line)))
    unpaid = question(state) == "payment" and not lines[-1].startswith("pay")
    return after_lines(state, "pay_cheapest") if unpaid else state


def refused_rules(state: State, line: str, seat: int | None = None) -> set[str]:
    """Return the rules that forbid a move. Also checks that the list of legal actions agrees."""
    action = parse_notation(GAME, line)
    refused = refusals(state, action, seat)
    if seat is None:
        assert bool(refused) is (action not in legal(state))
    return refused


def legal_lines(state: State, kind: str) -> list[str]:
    """Return all legal moves of one verb, as lines."""
    return [notation(action) for action in legal(state, kind)]


def tents_and_house(state: State, tile: int) -> tuple[tuple[int, ...], int]:
    """Return the tents of every side on a tile, and the side whose house is there."""
    map_tile = find_map_tile(state, tile_id(tile))
    return map_tile.tents, map_tile.house


def points(state: State, side: int = 0) -> int:
    """Return all points of a side."""
    return side_points(state, side)


def edge_pieces(state: State, action: str) -> tuple[dict[str, int], str]:
    """Return the dice and the token at one edge of the printed Bot's hexagon."""
    return dict(edge(state, action).dice), edge(state, action).token


def seat_to_move(state: State) -> Seat:
    """Return the seat that decides now."""
    return GAME.turn(state).seat
