"""What a seat sees, and a full state imagined from it."""

from referee_service.kernel.chance import seed_key
from referee_service.kernel.payment import PaymentFrame
from tests.kernel.positions import bag, given, with_empty_deck
from tests.kernel.toy import GAME
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.state import Trade

KEYS = [seed_key(str(number)) for number in range(20)]


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold():
    seen = GAME.view(given(hands=("silk salt", "gold")), 0)
    assert seen.board.players[0].hand == bag(salt=1, silk=1)
    assert seen.board.players[1].hand == ()
    assert seen.board.deck == ()
    assert seen.cards == (2, 1)


def test_unseen_are_the_deck_and_the_hidden_hands_as_one_multiset():
    seen = GAME.view(given(hands=("silk salt", "gold")), 0)
    assert seen.unseen == bag(gold=4, salt=9, silk=9, spice=10)


def test_a_spectator_sees_no_hand():
    state = given(hands=("silk salt", "gold"))
    assert GAME.view(state, None).unseen == content(state).cards
    assert all(player.hand == () for player in GAME.view(state, None).board.players)


def test_hands_that_differ_only_in_secret_look_the_same():
    assert GAME.view(given(hands=("silk", "gold")), 0) == GAME.view(given(hands=("silk", "salt")), 0)


def test_imagined_hands_are_as_large_as_the_hidden_ones_and_differ_by_key():
    seen = GAME.view(given(hands=("silk salt", "gold salt spice")), 0)
    imagined = [GAME.determinize(seen, key) for key in KEYS]
    assert all(GAME.view(state, 0) == seen for state in imagined)
    assert len({state.players[1].hand for state in imagined}) > 5
    assert GAME.determinize(seen, KEYS[0]) == imagined[0]


def test_whoever_is_paying_is_imagined_with_enough_to_finish():
    price = bag(salt=1, silk=1, spice=1)
    begun = (Trade(0), PaymentFrame(0, owed=price, pool=(), purpose="fountain"))
    state = with_empty_deck(given(hands=("salt silk spice", "silk silk gold"), pending=begun))
    for seat in (1, None):
        for key in KEYS:
            imagined = GAME.determinize(GAME.view(state, seat), key)
            assert not list(GAME.audit(imagined))
            assert GAME.view(imagined, seat) == GAME.view(state, seat)


def test_the_table_is_described_as_it_is_seen():
    state = given(hands=("silk salt", "gold"), stalls=("", "inn"))
    lines = GAME.render_text(GAME.view(state, 0), GAME.catalogue(), "fr").splitlines()
    assert lines[:3] == ["Caravane", "0 (2)  1 sel, 1 soie", "1 (1)    1 auberge"]
