"""Tests of the toy game: views, determinization, text, permits and team results."""

from referee_service.kernel.chance import seed_key
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.score import award
from referee_service.kernel.text_table import view_text
from tests.kernel.positions import bag, given, with_empty_deck
from tests.kernel.toy import GAME
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.questions import TradeFrame
from tests.kernel.toy.state import has_permit, rule_number

KEYS = [seed_key(str(number)) for number in range(20)]


# --- view -----------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_others():
    seen = GAME.view(given(hands=("silk salt", "gold")), 0)
    assert seen.board.players[0].hand == bag(salt=1, silk=1)
    assert seen.board.players[1].hand == ()
    assert seen.board.deck == ()
    assert seen.hand_sizes == (2, 1)


def test_the_deck_and_the_hidden_hands_are_merged_into_one_bag():
    seen = GAME.view(given(hands=("silk salt", "gold")), 0)
    assert seen.unseen == bag(gold=4, salt=9, silk=9, spice=10)


def test_a_spectator_sees_no_hand():
    state = given(hands=("silk salt", "gold"))
    assert GAME.view(state, None).unseen == content(state).cards
    assert all(player.hand == () for player in GAME.view(state, None).board.players)


def test_states_that_differ_only_in_hidden_cards_have_equal_views():
    assert GAME.view(given(hands=("silk", "gold")), 0) == GAME.view(given(hands=("silk", "salt")), 0)


def test_the_view_is_rendered_as_text():
    state = given(hands=("silk salt", "gold"), stalls=("", "inn"))
    lines = view_text(GAME, GAME.view(state, 0), GAME.catalogue(), "fr").splitlines()
    assert lines[0] == "Caravane"
    assert lines[3:] == [
        "Joueurs",
        "Joueur   Cartes  Main           Étals",
        "Place 0  2       1 sel, 1 soie  –",
        "Place 1  1       –              1 auberge",
    ]


# --- determinization ------------------------------------------------------------------------------------------------


def test_determinized_states_match_the_view_and_differ_by_key():
    seen = GAME.view(given(hands=("silk salt", "gold salt spice")), 0)
    states = [GAME.determinize(seen, key) for key in KEYS]
    assert all(GAME.view(state, 0) == seen for state in states)
    assert len({state.players[1].hand for state in states}) > 5
    assert GAME.determinize(seen, KEYS[0]) == states[0]


def test_a_determinized_payer_can_complete_the_payment():
    payment = PaymentFrame(0, owed=bag(salt=1, silk=1, spice=1), pool=(), purpose="fountain")
    hands = ("salt silk spice", "silk silk gold")
    state = with_empty_deck(given(hands=hands, pending=(TradeFrame(0), payment)))
    for seat in (1, None):
        for key in KEYS:
            determinized = GAME.determinize(GAME.view(state, seat), key)
            assert not list(GAME.audit(determinized))
            assert GAME.view(determinized, seat) == GAME.view(state, seat)


# --- rules ----------------------------------------------------------------------------------------------------------


def test_a_stall_may_lift_a_restriction_or_change_a_number():
    state = given(hands=("", ""), stalls=("bazaar herald", ""))
    owner, other = state.players
    assert has_permit(state, owner, "twin_stalls")
    assert not has_permit(state, other, "twin_stalls")
    assert (rule_number(state, owner, "asks"), rule_number(state, other, "asks")) == (2, 1)


def finished(*points):
    """Return a finished game with these points per seat."""
    state = given(hands=("",) * len(points), turns_remaining=0, pending=())
    for seat, gained in enumerate(points):
        state = award(state, seat, gained, "build.value") if gained else state
    return state


def test_partners_win_together():
    result = GAME.result(finished(1, 4, 6, 0))
    assert result.winners == (0, 2)
    assert result.scores == (1, 4, 6, 0)
    assert result.ranking == ((0, 2), (1, 3))


def test_teams_with_equal_points_share_the_victory():
    result = GAME.result(finished(3, 0, 0, 3))
    assert result.winners == (0, 1, 2, 3)
    assert result.ranking == ((0, 1, 2, 3),)
