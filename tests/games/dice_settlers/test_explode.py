"""Free action explode of the mini-expansion."""

from __future__ import annotations

from referee_service.games.dice_settlers.actions.explode import Explode
from referee_service.games.dice_settlers.actions.research import Research
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.decisions.gains import ChooseToken
from referee_service.games.dice_settlers.scoring import final_score_lines
from referee_service.games.dice_settlers.symbols import max_symbols
from tests.games.dice_settlers.full_positions import (
    OPEN_FACTORY,
    after_lines,
    full_position,
    refused_rules,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    question,
    refusals,
    tokens,
)
from tests.games.rules import rule

PAIR = {FOREST: {0: 1}, PLAIN: {1: 1}}
"""Two tiles: (0 0) of seat 0, (1 0) of seat 1. A third touches both at (0 1) or (1 -1)."""


@rule("explode.explosive")
def test_an_explosive_technology_is_given_up_and_may_be_researched_again():
    tiles = {FOREST: {0: 1}, MOUNTAIN: {0: 1, 1: 1}}
    seat_0 = {"active": ["white_research"] * 2, "technologies": ["dynamite", "stability"], "tokens": {"iron": 1}}
    state = given(tiles, seat_0=seat_0, technologies=("stability", "dynamite"))
    assert refusals(state, Explode("stability")) == {"explode.explosive"}
    assert refusals(state, Research("dynamite")) == {"research.twice"}
    state = after(state, Explode("dynamite"))
    assert max_symbols(state, state.active_player, "raid") == 3
    assert not refusals(state, Research("dynamite"))


def test_symbols_of_an_explosion_last_for_the_turn():
    state = given(PAIR, seat_0={"active": ["white_settle"], "technologies": ["expedition"]}, turn_index=2)
    state = after(state, Explode("expedition"), Settle("take"))
    assert state.active_side == 1
    assert not state.players[0].extra_symbols


def test_the_lode_gives_two_tokens_of_choice_and_the_gunshot_an_action():
    state = after(given(seat_0={"active": ["white_settle"], "technologies": ["lode"]}), Explode("lode"))
    assert tokens(after(state, ChooseToken("gold"), ChooseToken("iron"))) == {"gold": 1, "iron": 1}
    state = after(given(seat_0={"active": ["white_settle"], "technologies": ["gunshot"]}), Explode("gunshot"))
    assert question(state) == "extra_action"


def test_an_explosive_technology_explodes_and_may_be_researched_again():
    """Ruling research_one: not while the player has it, and only by a research action."""
    seat_0 = {"active": ["grey_raid", "white_research", "white_research"], "tokens": ["iron"], "tents": 3}
    land = {**OPEN_FACTORY, 20: {0: 1, 1: 3}}
    state = full_position(land, seat_0={**seat_0, "technologies": ["dynamite"]})
    assert refused_rules(state, "research technology=dynamite") == {"research.twice"}
    state = after_lines(state, "explode technology=dynamite")
    assert (state.players[0].technologies, dict(state.players[0].extra_symbols)) == ((), {"raid": 3})
    assert refused_rules(state, "explode technology=dynamite") == {"explode.explosive"}
    assert refused_rules(state, "research technology=dynamite") == set()
    done = full_position(
        land, seat_0={**seat_0, "technologies": ["dynamite"], "actions_done": ["research"]}, has_acted=True
    )
    done = after_lines(done, "explode technology=dynamite")
    assert "action.different" in refused_rules(done, "research technology=dynamite")


def test_an_explosive_technology_counts_while_its_marker_lies_there():
    """It scores its own points and counts for the university."""
    seat_0 = {"active": ["white_settle"], "technologies": ["university", "dynamite"]}
    state = full_position(OPEN_FACTORY, seat_0=seat_0)
    assert card_points(state) == [("score.technology", 2), ("score.technology", 4), ("score.technology_effect", 2)]
    state = after_lines(state, "explode technology=dynamite")
    assert card_points(state) == [("score.technology", 4), ("score.technology_effect", 1)]


def card_points(state) -> list[tuple[str, int]]:
    """Return the score lines of seat 0's technologies, sorted."""
    lines = [
        (line.rule, line.points) for line in final_score_lines(state, 0) if line.rule.startswith("score.technology")
    ]
    return sorted(lines)
