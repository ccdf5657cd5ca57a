"""What a position is worth to each seat, for the bots: points so far, and what the pieces should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from referee_service.games.burgundy.content.schema import Kind, Phase
from referee_service.games.burgundy.content.tables import PACKS, PHASES, Content, content
from referee_service.games.burgundy.state import (
    FreeActionFrame,
    LoadMoreFrame,
    LoadShipFrame,
    PlaceBenefitFrame,
    Player,
    SellBenefitFrame,
    State,
    TakeBenefitFrame,
    powers,
    powers_of,
)
from referee_service.kernel.game import BotHints
from referee_service.kernel.score import total_points
from referee_service.kernel.state import Frame

TILES_PER_ROUND: Final = 1.0
"""Tiles that a player places in a round, on average."""
DIE_VALUE: Final = 4.8
"""A die still to be used in this turn."""
SILVER_VALUE: Final = 1.4
WORKER_VALUE: Final = 0.75
GOODS_SHARE: Final = 0.85
"""An unsold goods tile, as a share of what its sale gives."""
STORED_TILE_SHARE: Final = 0.55
"""A tile in storage, as a share of what it brings once placed."""
TRACK_SPACE_VALUE: Final = 0.4
"""A space further on the turn order track."""
QUESTION_VALUE: Final[dict[type[Frame], float]] = {
    FreeActionFrame: 3.0,
    TakeBenefitFrame: 2.5,
    SellBenefitFrame: 1.5,
    PlaceBenefitFrame: 3.0,
    LoadShipFrame: 1.5,
    LoadMoreFrame: 0.5,
}
"""What an open question should still bring its seat."""
PLACEMENT_VALUE: Final[dict[Kind, float]] = {
    "building": 6.0,
    "animal": 4.0,
    "ship": 6.0,
    "knowledge": 4.0,
    "castle": 7.0,
    "mine": 3.0,
}
"""What placing a tile of a kind brings, its lasting powers and its animals aside."""
UNREACHABLE_SHARE: Final = 0.4
"""What is left of that while no space for it can be reached."""
COLOUR_BONUS_VALUE: Final = 4.0
"""A bonus tile for covering a colour."""
MINE_VALUE: Final = 1.2
"""What a mine brings in a phase."""
END_SCORING_TILE_VALUE: Final = 3.0
"""A stored tile that scores at the end."""
KNOWLEDGE_VALUE: Final = 3.5
"""A knowledge tile's lasting power at the start of the game."""
VERB_PRIORS: Final[dict[str, float]] = {
    "load_ship": 1.0,
    "discard_tile": 1.0,
    "store_goods": 1.0,
    "place_tile": 0.7,
    "buy_tile": 0.6,
    "end_turn": 0.6,
    "take_tile": 0.4,
    "take_workers": 0.1,
    "sell_goods": 0.1,
    "decline": 0.1,
}
"""About how often a verb is the right one where it is open."""


def expected_scores(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    found = [_seat_value(state, seat) if player.estate else 0.0 for seat, player in enumerate(state.players)]
    for frame in state.pending:
        if isinstance(frame.seat, int):
            found[frame.seat] += QUESTION_VALUE.get(type(frame), 0.0)
    return found


def _seat_value(state: State, seat: int) -> float:
    """What a seat has scored, what its own things should bring, and what depends on the rest of the table."""
    rounds = rounds_remaining(state, content(state))
    ahead = next((at for at, pieces in enumerate(state.track) if seat in pieces), 0)
    own = _holdings_value(state.pack, state.players[seat], state.phase, rounds, len(state.players))
    return (
        total_points(state, seat)
        + own
        + _end_scoring_value(state, seat)
        + TRACK_SPACE_VALUE * _time_factor(rounds) * ahead
    )


@lru_cache(maxsize=16384)
def _holdings_value(pack: str, player: Player, phase: Phase, rounds: int, seats: int) -> float:
    """What lies before a player should still bring; worked out once, for most moves change one player only."""
    tables, early = PACKS.get(pack), _time_factor(rounds)
    dice = len(player.dice) + rounds * tables.numbers["dice_each"]
    return (
        _estate_value(pack, player.board, player.estate, phase, rounds)
        + player.silver * (1 + (SILVER_VALUE - 1) * early)
        + player.workers * (0.5 + (WORKER_VALUE - 0.5) * early)
        + _goods_value(player, tables.by_players["sale_points"][seats], early)
        + _storage_value(pack, player, phase, dice, rounds)
        + DIE_VALUE * len(player.dice)
    )


def _time_factor(rounds: int) -> float:
    """From nearly 1 at the start to 0 in the last round: what must still be turned into points is worth less late."""
    return rounds / (rounds + 4)


def rounds_remaining(state: State, tables: Content) -> int:
    """The rounds after this one."""
    each = tables.numbers["rounds"]
    return (len(PHASES) - PHASES.index(state.phase)) * each - max(state.round, 1)


@lru_cache(maxsize=16384)
def _estate_value(pack: str, board: int, estate: tuple[str, ...], phase: Phase, rounds: int) -> float:
    """What the districts, pastures, mines and powers of an estate should still bring."""
    tables = PACKS.get(pack)
    spaces, worth = tables.boards[board].spaces, 0.0
    empty = estate.count("")
    likely = min(0.95, TILES_PER_ROUND * rounds / empty) if empty else 0.0
    for district in {space.district: None for space in spaces}:
        missing = sum(1 for at in district if not estate[at])
        if missing:
            worth += _district_value(tables, len(district), missing, phase, likely)
            worth += _pasture_value(tables, [estate[at] for at in district if estate[at]], missing, likely)
    for of_kind in tables.boards[board].by_kind.values():
        missing = sum(1 for at in of_kind if not estate[at])
        if of_kind and missing:
            worth += COLOUR_BONUS_VALUE * _completion_prob(likely, missing)
    phases, early = len(PHASES) - PHASES.index(phase), rounds / 24
    for tile in estate:
        if tile and tile in tables.tiles_with_powers:
            row = tables.tiles[tile]
            worth += (
                phases * MINE_VALUE
                if row.kind == "mine"
                else 0.0
                if "game_ended" in row.triggers
                else KNOWLEDGE_VALUE * early
            )
    return worth


def _district_value(tables: Content, size: int, missing: int, phase: Phase, likely: float) -> float:
    """The points of a district, as likely as it will be covered, and by then of a later phase."""
    now = tables.phase_points[phase]
    then = max(tables.phase_points[PHASES[-1]], now - 0.8 * missing)
    return (tables.district_points[size] + then) * _completion_prob(likely, missing)


def _completion_prob(likely: float, missing: int) -> float:
    """How likely all missing spaces are covered: likely to the power of three quarters of them, for they go together.

    Only roots and products, which are the same on every machine; a library's powers are not.
    """
    each, together = sqrt(likely) * sqrt(sqrt(likely)), 1.0
    for _ in range(missing):
        together *= each
    return together


def _pasture_value(tables: Content, placed: list[str], missing: int, likely: float) -> float:
    """Animals in a pasture score again with every animal of their species that comes."""
    herds: dict[str, int] = {}
    for tile in placed:
        if species := tables.tiles[tile].species:
            herds[species] = herds.get(species, 0) + tables.tiles[tile].animals
    return max(herds.values(), default=0) * 0.6 * likely * min(missing, 2)


def _end_scoring_value(state: State, seat: int) -> float:
    """What tiles that score at the end would score now, and a little more."""
    tables, won = content(state), 0.0
    for tile in powers(state, state.players[seat]).listeners.get("game_ended", ()):
        for effect in tables.tiles[tile].triggers["game_ended"]:
            won += 1.15 * (total_points(effect(state, seat), seat) - total_points(state, seat)) + 1.0
    return won


def _goods_value(player: Player, sale: int, early: float) -> float:
    """Goods are sold kind by kind, so a pile of one kind is worth more than singles."""
    worth = len(player.goods) * (1 + (sale * GOODS_SHARE - 1) * early)
    return worth + 0.8 * early * len(set(player.goods))


def _storage_value(pack: str, player: Player, phase: Phase, dice: int, rounds: int) -> float:
    """Tiles waiting in storage: what placing them should bring, while there are dice to place them with."""
    if not player.storage or not dice:
        return 0.0
    tables, reach = PACKS.get(pack), powers_of(pack, player).open_spaces
    share = STORED_TILE_SHARE * min(1.0, dice / (2 * len(player.storage)))
    worth, taken = 0.0, dict[str, int]()
    for tile in player.storage:
        row = tables.tiles[tile]
        room = len(reach[row.kind]) - taken.get(row.kind, 0)
        taken[row.kind] = taken.get(row.kind, 0) + 1
        gain = PLACEMENT_VALUE[row.kind] + row.animals + _lasting_value(tables, tile, phase, rounds)
        worth += share * gain * (1.0 if room > 0 else UNREACHABLE_SHARE)
    return worth


def _lasting_value(tables: Content, tile: str, phase: Phase, rounds: int) -> float:
    row = tables.tiles[tile]
    if row.kind == "mine":
        return (len(PHASES) - PHASES.index(phase)) * MINE_VALUE
    return (
        (END_SCORING_TILE_VALUE if "game_ended" in row.triggers else KNOWLEDGE_VALUE * rounds / 24)
        if tile in tables.tiles_with_powers
        else 0.0
    )


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
