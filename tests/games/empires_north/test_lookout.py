"""Lookout: drawing, keeping and discarding cards.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.decisions.lookout import KeepCards
from referee_service.games.empires_north.questions import KeepFrame
from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.engine import judge, visible_action
from referee_service.kernel.narration import action_label
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import action_facts
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    given,
    legal,
    play,
    position,
    possible,
    question,
    refusals,
    with_piles,
    without,
)
from tests.games.rules import rule


def lookout_with(**wanted):
    """Return a lookout in which seat 0 chooses among these cards."""
    cards = wanted.pop("cards", ("axe_yard", "axe_yard", "valkyrie", "watchtower"))
    state = given(**wanted)
    state = after_chance(play(state, "pass_round", "pass_round"))
    assert question(state) == "keep"
    player = state.players[0]
    deck = without(tuple(sorted({**dict(player.deck)}.items())), ())
    whole = dict(deck)
    for card, count in player.looked_at:
        whole[card] = whole.get(card, 0) + count
    return with_player(state, 0, looked_at=bag_of(cards), deck=without(tuple(sorted(whole.items())), cards))


@rule("keep_cards.workers")
@pytest.mark.parametrize(("workers", "refused"), [(1, True), (2, False)])
def test_ruling_4_every_card_kept_takes_a_worker_of_the_supply(workers, refused):
    state = lookout_with(workers=workers)
    assert ("keep_cards.workers" in refusals(state, "keep_cards cards=axe_yard,valkyrie")) is refused


@rule("keep_cards.looked")
@pytest.mark.parametrize(
    ("cards", "refused"), [("axe_yard,axe_yard", False), ("valkyrie,valkyrie", True), ("jarl_seat", True)]
)
def test_only_cards_looked_at_are_kept(cards, refused):
    assert ("keep_cards.looked" in refusals(lookout_with(), f"keep_cards cards={cards}")) is refused


@pytest.mark.parametrize(
    ("cards", "language", "message"),
    [
        ("axe_yard,jarl_seat", "en", "“Jarl's Seat” is not among the cards you looked at."),
        (
            "iron_hill,jarl_seat,valkyrie",
            "fr",
            "« Colline de fer » et « Siège du jarl » ne sont pas parmi les cartes observées.",
        ),
        ("valkyrie,valkyrie", "en", "You looked at 1 copy of “Valkyrie”, not at 2."),
    ],
)
def test_a_refusal_names_only_the_cards_that_were_not_looked_at(cards, language, message):
    found = judge(GAME, lookout_with(), 0, parse_notation(GAME, f"keep_cards cards={cards}"))
    assert GAME.catalogue().ruling(found[0], language).message == message


def test_kept_cards_are_named_in_quotation_marks_and_counted():
    state = lookout_with()
    action = parse_notation(GAME, "keep_cards cards=axe_yard,axe_yard,valkyrie")
    label = action_label(GAME.catalogue(), action, "en", action_facts(GAME, state, 0, action))
    assert label == "Keep 2 × “Axe Yard” and “Valkyrie”; discard the rest"


@rule("keep_cards.sorted")
@pytest.mark.parametrize(("cards", "refused"), [("axe_yard,valkyrie", False), ("valkyrie,axe_yard", True)])
def test_cards_are_named_in_order(cards, refused):
    assert ("keep_cards.sorted" in refusals(lookout_with(), KeepCards(tuple(cards.split(","))))) is refused


def test_cards_of_a_client_are_read_in_any_order():
    assert not refusals(lookout_with(), "keep_cards cards=valkyrie,axe_yard")


@rule("ruling.lookout")
def test_ruling_4_choices_lie_face_down_until_all_have_chosen():
    state = play(lookout_with(), "keep_cards cards=axe_yard,valkyrie")
    assert (state.players[0].workers, size_of(state.players[0].hand), question(state)) == (5, 0, "keep")
    assert GAME.view(state, 1) == GAME.view(play(lookout_with(), "keep_cards cards=valkyrie"), 1)
    done = after_chance(after(state, legal(state)[0]))
    assert (done.players[0].workers, dict(done.players[0].hand)) == (3, {"axe_yard": 1, "valkyrie": 1})
    assert dict(done.players[0].discard) == {"axe_yard": 1, "watchtower": 1}


def test_other_seats_do_not_see_the_choice_of_a_lookout():
    state = lookout_with()
    action = legal(state)[0]
    assert visible_action(GAME, state, action, 0) == action
    assert visible_action(GAME, state, action, 1) is None


def test_ruling_4_a_short_deck_is_refilled_and_all_cards_left_are_drawn():
    state = given(discard=("axe_yard",))
    state = with_player(state, 0, deck=(("valkyrie", 1),))
    state = after_chance(play(state, "pass_round", "pass_round"))
    assert size_of(state.players[0].looked_at) == 2


def test_a_player_without_workers_makes_no_choice_in_a_lookout():
    state = play(given(workers=0), "pass_round", "pass_round")
    assert [frame.seat for frame in after_chance(state).pending if isinstance(frame, KeepFrame)] == [1]


def test_a_player_without_workers_keeps_nothing_automatically():
    """Ruling 4: workers are public, so this reveals nothing; the cards are discarded with the others."""
    state = with_piles(position(workers=0, passed=True), deck=("axe_yard", "valkyrie", "watchtower", "treasury"))
    state = after_chance(play(with_player(state, 0, spent_workers=0), "pass_round"))
    assert (question(state), GAME.turn(state).seat) == ("keep", 1)
    assert state.players[0].discard == ()


def lookout_of(workers: int = 5, **wanted):
    """Return the next lookout, in which seat 0 chooses."""
    state = position(workers=workers, spent_workers=5 - workers, **wanted)
    state = play(with_player(state, 1, passed=True), "pass_round")
    return after_chance(state)


def test_every_number_of_cards_up_to_the_workers_may_be_kept():
    """Ruling 4: from none up to the number of workers; gold does not replace a worker."""
    state = possible(with_player(lookout_of(goods={"gold": 5}), 0, workers=2, spent_workers=3))
    assert {len(action.cards) for action in legal(state)} == {0, 1, 2}


def test_cards_kept_in_a_lookout_send_workers_to_the_clan_tile_only_when_all_have_chosen():
    """Ruling 4: the number of kept cards is secret while others choose."""
    state = lookout_of()
    hidden = after(state, max(legal(state), key=lambda action: len(action.cards)))
    assert question(hidden) == "keep"
    assert GAME.turn(hidden).seat == 1
    seen = GAME.view(hidden, 1).board.players[0]
    assert (seen.workers, seen.spent_workers, seen.kept, seen.looked_at, seen.hand) == (5, 0, (), (), ())
    shown = after_chance(after(hidden, legal(hidden)[0]))
    assert (shown.players[0].workers, shown.players[0].spent_workers) == (1, 4)


@pytest.mark.parametrize(
    ("deck", "discard", "looked", "left"),
    [(2, 7, 4, 5), (2, 0, 2, 0), (0, 0, 0, 0), (4, 3, 4, 0)],
)
def test_a_short_deck_is_refilled_from_the_discard_pile_and_all_cards_left_are_drawn(deck, discard, looked, left):
    """Ruling 4: the cards already drawn are not shuffled in again."""
    state = position(passed=True)
    cards = [card for card, count in state.active_player.deck for _ in range(count)]
    piles = {
        "deck": cards[:deck],
        "discard": cards[deck : deck + discard],
        "hand": cards[deck + discard :],
    }
    bags = {name: tuple(sorted((card, pile.count(card)) for card in set(pile))) for name, pile in piles.items()}
    state = after_chance(play(possible(with_player(state, 0, **bags)), "pass_round"))
    player = state.players[0]
    assert (size_of(player.looked_at), size_of(player.deck)) == (looked, left)
    assert size_of(player.discard) == (discard if deck >= 4 else 0)
