"""Views: what a seat may know of hands, decks and choices.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.decisions.lookout import DrawCard, KeepCards
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from tests.games.empires_north.positions import (
    after_chance,
    events_of,
    legal,
    play,
    position,
    question,
    refusals,
)


@pytest.mark.parametrize("hand", [("drinking_competition",), ("cooper",), ("barley_row",)])
def test_other_seats_cannot_see_whether_a_boost_is_in_hand(hand):
    """The window opens for any hand, and looks the same."""
    state = play(position("heidel", hand=hand), "place_pawn tile=harvest")
    seen = GAME.view(state, 1)
    plain = GAME.view(play(position("heidel", hand=("mead_cellar",)), "place_pawn tile=harvest"), 1)
    assert question(state) == "boost_window"
    assert seen == plain


def test_a_search_shows_others_nothing():
    """The view is the same for any card taken, or none."""
    state = position("panuk", hand=("gathering", "ice_hole"))
    state = play(state, "place_pawn tile=explore", "play_boost card=gathering")
    views = {GAME.view(play(state, f"take_card card={card}"), 1) for card in ("seal_hunters", "kayak_shed")}
    assert len(views) == 1
    for event in events_of(state, parse_notation(GAME, "take_card card=seal_hunters")):
        assert "seal_hunters" not in str(event.facts)
    assert engine.visible_action(GAME, state, parse_notation(GAME, "take_card card=seal_hunters"), 1) is None


def test_only_the_owner_sees_the_cards_drawn():
    state = play(position(), "place_pawn tile=explore")
    assert question(state) == "draw"
    drawn = DrawCard(state.players[0].deck[0][0])
    assert (engine.visible_action(GAME, state, drawn, 0), engine.visible_action(GAME, state, drawn, 1)) == (drawn, None)
    assert engine.visible_action(GAME, state, drawn, None) is None
    after = [GAME.view(engine.apply(GAME, state, DrawCard(card))[0], 1) for card, _ in state.players[0].deck[:2]]
    assert after[0] == after[1]


def test_a_seat_sees_public_cards_and_no_other_hand():
    state = position(hand=("axe_yard",), discard=("valkyrie",), goods={"wood": 2}, queue=((0, "fish"),), ships=1)
    for seat in (1, None):
        seen = GAME.view(state, seat)
        player = seen.board.players[0]
        assert (player.hand, player.deck, seen.hands[0]) == ((), (), 1)
        assert (player.goods, player.discard, seen.board.queue) == (
            state.active_player.goods,
            state.active_player.discard,
            state.queue,
        )
        assert ("axe_yard", 3) in seen.unseen[0]


def test_a_refused_card_reveals_nothing_about_another_hand():
    """The refusal does not depend on the other hand."""
    held, free = position(hand_of_1=("piper",)), position()
    for line in ("build card=piper", "build card=axe_yard"):
        assert refusals(held, line) == refusals(free, line)
    assert engine.nearest_legal_actions(
        GAME, held, 0, parse_notation(GAME, "build card=piper")
    ) == engine.nearest_legal_actions(GAME, free, 0, parse_notation(GAME, "build card=piper"))
    assert engine.nearest_legal_actions(GAME, held, 1, parse_notation(GAME, "build card=piper")) == []


def test_a_blind_landing_names_no_island():
    """An island of the pile cannot be named."""
    state = play(position(queue=((0, ""),), ships=1, passed=True), "pass_round")
    assert refusals(state, "land pile=near island=old_market") == {"land.open"}
    assert {action.island for action in legal(state)} == {None, "herring_bank", "driftwood_isle"}


def test_only_the_choosing_seat_sees_the_cards_kept():
    """Ruling 4."""
    state = after_chance(play(position(passed=True), "pass_round"))
    choice = max((action for action in legal(state)), key=lambda action: len(action.cards))
    assert isinstance(choice, KeepCards)
    assert engine.visible_action(GAME, state, choice, 1) is None
