"""Evaluation for bots: the expected final score of each seat.

All values are victory points. They are estimates of good play, not rules. Only bots use them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import sqrt
from typing import Final

from msgspec import Struct, field

from referee_service.kernel.game import BotHints
from referee_service.kernel.memos import EVALUATION_ENTRIES, memo_by
from referee_service.kernel.score import total_points
from referee_service.kernel.state import Frame

from .content.schema import Kind, Phase
from .content.tables import PACKS, PHASES, Content, content
from .questions import (
    FreeActionFrame,
    LoadMoreFrame,
    LoadShipFrame,
    PlaceBenefitFrame,
    SellBenefitFrame,
    TakeBenefitFrame,
)
from .state import Player, State, estate_powers, estate_powers_in_pack


class Weights(Struct, frozen=True):
    """Weights of the evaluation, in victory points unless the name has another unit."""

    tiles_per_round: float = 1.0
    """Tiles that a player places in a round, on average."""
    die_value: float = 4.8
    """A die that is still unused in this turn."""
    silver_value: float = 1.4
    """A silverling at the start of the game. It falls towards `final_silver_value`."""
    final_silver_value: int = 1
    """A silverling in the last round."""
    worker_value: float = 0.75
    """A worker at the start of the game. It falls towards `final_worker_value`."""
    final_worker_value: float = 0.5
    """A worker in the last round."""
    goods_share: float = 0.85
    """Value of an unsold goods tile at the start of the game, as a share of the points of its sale."""
    final_goods_value: int = 1
    """An unsold goods tile in the last round."""
    goods_kind_value: float = 0.8
    """A further kind of goods, which is a further sale."""
    stored_tile_share: float = 0.55
    """Value of a stored tile, as a share of what it brings once it is placed."""
    unreachable_share: float = 0.4
    """What remains of that share while the tile has no space to go to."""
    track_space_value: float = 0.4
    """One space further on the turn order track."""
    colour_bonus_value: float = 4.0
    """A bonus tile for covering a colour."""
    max_space_prob: float = 0.95
    """Highest probability that a given empty space will be covered."""
    district_delay_value: float = 0.8
    """Points that a district loses per missing tile, because a later phase gives fewer points."""
    pasture_repeat_share: float = 0.6
    """Points that one more animal tile of a pasture brings, as a share of its largest herd."""
    mine_value: float = 1.2
    """What a mine brings in one phase."""
    knowledge_value: float = 3.5
    """The lasting power of a knowledge tile at the start of the game."""
    end_scoring_tile_value: float = 3.0
    """A stored tile that scores at the end of the game."""
    end_scoring_growth_share: float = 1.15
    """Final points of a tile that scores at the end, as a multiple of its current points."""
    end_scoring_base_value: float = 1.0
    """A placed tile that scores at the end, in addition to its current points."""
    placement_values: Mapping[Kind, float] = field(
        default_factory=lambda: {
            "building": 6.0,
            "animal": 4.0,
            "ship": 6.0,
            "knowledge": 4.0,
            "castle": 7.0,
            "mine": 3.0,
        }
    )
    """What placing a tile of a kind brings, without its lasting powers and its animals."""
    question_values: Mapping[type[Frame], float] = field(
        default_factory=lambda: {
            FreeActionFrame: 3.0,
            TakeBenefitFrame: 2.5,
            SellBenefitFrame: 1.5,
            PlaceBenefitFrame: 3.0,
            LoadShipFrame: 1.5,
            LoadMoreFrame: 0.5,
        }
    )
    """What an open question still brings its seat. Other questions bring nothing."""


WEIGHTS: Final = Weights()

LATER_ROUNDS: Final = 24
"""Rounds of a game after the first one."""

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
"""Estimated probability that a verb is the right one when it is legal."""


def expected_scores(state: State) -> list[float]:
    """Return the expected final score of each seat. A seat without an estate has 0."""
    rounds = rounds_remaining(state, content(state))
    track_spaces = {seat: space for space, pieces in enumerate(state.track) for seat in pieces}
    track_space_value = WEIGHTS.track_space_value * _time_factor(rounds)
    scores = [0.0] * len(state.players)
    for seat, player in enumerate(state.players):
        if player.estate:
            holdings, end_scoring = _holdings_value(state, seat, rounds)
            track = track_space_value * track_spaces.get(seat, 0)
            scores[seat] = total_points(state, seat) + holdings + end_scoring + track
    for frame in state.pending:
        if isinstance(frame.seat, int):
            scores[frame.seat] += WEIGHTS.question_values.get(type(frame), 0.0)
    return scores


def _holdings_inputs(state: State, seat: int, rounds: int) -> Hashable:
    """Return what the value of a player's pieces depends on."""
    return state.pack, seat, state.players[seat], state.bonuses, state.phase, rounds, len(state.players)


@memo_by(_holdings_inputs, EVALUATION_ENTRIES)
def _holdings_value(state: State, seat: int, rounds: int) -> tuple[float, float]:
    """Return the value of a player's pieces, and of its placed tiles that score at the end.

    Cached, because most moves change one player only.
    """
    pack, player, tables, early = state.pack, state.players[seat], content(state), _time_factor(rounds)
    dice = len(player.dice) + rounds * tables.numbers["dice_each"]
    final_silver, final_worker = WEIGHTS.final_silver_value, WEIGHTS.final_worker_value
    return (
        _estate_value(pack, player.board, player.estate, state.phase, rounds)
        + player.silver * (final_silver + (WEIGHTS.silver_value - final_silver) * early)
        + player.workers * (final_worker + (WEIGHTS.worker_value - final_worker) * early)
        + _goods_value(player, tables.by_players["sale_points"][len(state.players)], early)
        + _storage_value(pack, player, state.phase, dice, rounds)
        + WEIGHTS.die_value * len(player.dice),
        _end_scoring_value(state, seat),
    )


def _time_factor(rounds: int) -> float:
    """Return a factor that falls from nearly 1 at the start to 0 in the last round.

    It scales pieces that a player must still turn into points.
    """
    return rounds / (rounds + 4)


def rounds_remaining(state: State, tables: Content) -> int:
    """Return the number of rounds after the current one."""
    per_phase = tables.numbers["rounds"]
    return (len(PHASES) - PHASES.index(state.phase)) * per_phase - max(state.round, 1)


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _estate_value(pack: str, board: int, estate: tuple[str, ...], phase: Phase, rounds: int) -> float:
    """Return the value of an estate's districts, pastures, colours, mines and knowledge tiles."""
    tables = PACKS.get(pack)
    spaces, value = tables.boards[board].spaces, 0.0
    empty = estate.count("")
    space_prob = min(WEIGHTS.max_space_prob, WEIGHTS.tiles_per_round * rounds / empty) if empty else 0.0
    for district in {space.district: None for space in spaces}:
        missing = sum(1 for at in district if not estate[at])
        if missing:
            value += _district_value(tables, len(district), missing, phase, space_prob)
            value += _pasture_value(tables, [estate[at] for at in district if estate[at]], missing, space_prob)
    for of_kind in tables.boards[board].by_kind.values():
        missing = sum(1 for at in of_kind if not estate[at])
        if of_kind and missing:
            value += WEIGHTS.colour_bonus_value * _completion_prob(space_prob, missing)
    phases, early = len(PHASES) - PHASES.index(phase), rounds / LATER_ROUNDS
    for tile in estate:
        if tile and tile in tables.tiles_with_powers:
            row = tables.tiles[tile]
            value += (
                phases * WEIGHTS.mine_value
                if row.kind == "mine"
                else 0.0
                if "game_ended" in row.triggers
                else WEIGHTS.knowledge_value * early
            )
    return value


def _district_value(tables: Content, size: int, missing: int, phase: Phase, space_prob: float) -> float:
    """Return the points of a district times the probability that it is covered.

    The points of the phase fall with the number of missing tiles, because covering takes time.
    """
    now = tables.phase_points[phase]
    later = max(tables.phase_points[PHASES[-1]], now - WEIGHTS.district_delay_value * missing)
    return (tables.district_points[size] + later) * _completion_prob(space_prob, missing)


def _completion_prob(space_prob: float, missing: int) -> float:
    """Return the probability that all missing spaces are covered: `space_prob` to the power of 0.75 × `missing`.

    The exponent is below `missing` because a player covers related spaces together. The function uses roots and
    products only: they give the same result on every machine, and a library's power function does not.
    """
    per_space, all_prob = sqrt(space_prob) * sqrt(sqrt(space_prob)), 1.0
    for _ in range(missing):
        all_prob *= per_space
    return all_prob


def _pasture_value(tables: Content, placed: list[str], missing: int, space_prob: float) -> float:
    """Return what the largest herd of a pasture scores again with further animal tiles of its species."""
    herds: dict[str, int] = {}
    for tile in placed:
        if species := tables.tiles[tile].species:
            herds[species] = herds.get(species, 0) + tables.tiles[tile].animals
    return max(herds.values(), default=0) * WEIGHTS.pasture_repeat_share * space_prob * min(missing, 2)


def _end_scoring_inputs(state: State, seat: int) -> Hashable:
    """Return what the end scoring of a seat depends on: its estate, its sales and its bonus tiles."""
    player = state.players[seat]
    return state.pack, seat, player.board, player.estate, player.sold, state.bonuses


@memo_by(_end_scoring_inputs, EVALUATION_ENTRIES)
def _end_scoring_value(state: State, seat: int) -> float:
    """Return the value of placed tiles that score at the end, from the points they would score now."""
    tables, value = content(state), 0.0
    for tile in estate_powers(state, state.players[seat]).listeners.get("game_ended", ()):
        for effect in tables.tiles[tile].triggers["game_ended"]:
            points = total_points(effect(state, seat), seat) - total_points(state, seat)
            value += WEIGHTS.end_scoring_growth_share * points + WEIGHTS.end_scoring_base_value
    return value


def _goods_value(player: Player, sale_points: int, early: float) -> float:
    """Return the value of unsold goods. A sale takes one kind, so each kind adds value."""
    final = WEIGHTS.final_goods_value
    value = len(player.goods) * (final + (sale_points * WEIGHTS.goods_share - final) * early)
    return value + WEIGHTS.goods_kind_value * early * len(set(player.goods))


def _storage_value(pack: str, player: Player, phase: Phase, dice: int, rounds: int) -> float:
    """Return the value of stored tiles. It falls if too few dice remain to place them."""
    if not player.storage or not dice:
        return 0.0
    tables, open_spaces = PACKS.get(pack), estate_powers_in_pack(pack, player).open_spaces
    share = WEIGHTS.stored_tile_share * min(1.0, dice / (2 * len(player.storage)))
    value, used = 0.0, dict[str, int]()
    for tile in player.storage:
        row = tables.tiles[tile]
        room = len(open_spaces[row.kind]) - used.get(row.kind, 0)
        used[row.kind] = used.get(row.kind, 0) + 1
        gain = WEIGHTS.placement_values[row.kind] + row.animals + _lasting_value(tables, tile, phase, rounds)
        value += share * gain * (1.0 if room > 0 else WEIGHTS.unreachable_share)
    return value


def _lasting_value(tables: Content, tile: str, phase: Phase, rounds: int) -> float:
    """Return what the lasting power of a tile brings if the tile is placed now."""
    row = tables.tiles[tile]
    if row.kind == "mine":
        return (len(PHASES) - PHASES.index(phase)) * WEIGHTS.mine_value
    if tile not in tables.tiles_with_powers:
        return 0.0
    if "game_ended" in row.triggers:
        return WEIGHTS.end_scoring_tile_value
    return WEIGHTS.knowledge_value * rounds / LATER_ROUNDS


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
