"""The staircase of the judge, and a match from its start to its last action."""

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance, commitment, match_key, seed_key
from referee_service.kernel.engine import apply, judge, legal_actions, nearest_legal_actions, outcomes, visible_action
from referee_service.kernel.events import redact_event
from referee_service.kernel.match import MoveRefused, play_chance, play_move
from referee_service.kernel.match import new_match as start
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import after, given, legal, new_toy_match, refusals, settled
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.actions.draw import Draw
from tests.kernel.toy.actions.give import Give
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.actions.roll import Roll
from tests.kernel.toy.state import Cards, Pace, Trade

OVER = given(turns_left=0, pending=())


# --- judging --------------------------------------------------------------------------------------------------------


def test_nothing_is_allowed_once_the_game_is_over():
    assert refusals(OVER, Rest(), seat=0) == ["referee.over"]
    assert legal(OVER) == []
    assert outcomes(GAME, OVER) == ()


def test_only_the_seat_that_is_asked_may_act():
    (refusal,) = judge(GAME, given(), 1, Rest())
    assert refusal.rule == "referee.seat"
    assert refusal.facts == {"seat": 1, "turn": 0}
    assert refusals(given(), Rest(), seat=CHANCE) == ["referee.seat"]


def test_only_the_question_asked_may_be_answered():
    (refusal,) = judge(GAME, given(), 0, Give())
    assert refusal.rule == "referee.verb"
    assert refusal.facts == {"verb": "give", "open": ("build", "ask", "rest")}


@pytest.mark.parametrize("action", [Ask(9, "silk"), Ask(-1, "silk"), Ask(1, "camel"), Build("castle")])
def test_values_that_the_game_does_not_know_reach_no_rule(action):
    assert refusals(given(), action) == ["referee.field"]


def test_every_unknown_value_is_named():
    assert refusals(given(), Ask(9, "camel")) == ["referee.field", "referee.field"]


def test_a_refusal_gives_all_reasons_at_once():
    assert refusals(given(asked=1), Ask(0, "silk")) == ["ask.other", "ask.cards", "ask.limit"]


def test_a_legal_action_has_no_refusals():
    assert refusals(given(), Rest()) == []


def test_chance_may_bring_only_what_is_possible():
    dealing = given(hands=("gold gold gold gold", ""), pending=(Trade(0), Cards(CHANCE, 1, 1)))
    assert refusals(dealing, Draw("gold")) == ["referee.chance"]
    assert refusals(dealing, Draw("silk")) == []


# --- listing --------------------------------------------------------------------------------------------------------


def test_the_legal_list_comes_in_the_order_of_the_verbs():
    state = given(hands=("spice silk silk", "salt"))
    assert [type(action) for action in legal(state)] == sorted(map(type, legal(state)), key=[Build, Ask, Rest].index)
    assert legal(state, "build") == [Build("herald"), Build("inn"), Build("scribe")]
    assert legal(state, "give") == []


def test_outcomes_are_listed_with_their_weights():
    rolling = given(pending=(Trade(0), Pace(CHANCE)))
    assert outcomes(GAME, rolling) == [(Roll("slow"), 3), (Roll("steady"), 2), (Roll("swift"), 1)]
    assert outcomes(GAME, given()) == ()


def test_near_moves_share_the_verb_first_and_then_the_most_fields():
    state = given(hands=("silk", "salt", "", "salt"))
    near = nearest_legal_actions(GAME, state, GAME.turn(state).seat, Ask(2, "salt"), limit=3)
    assert near[:2] == [Ask(1, "salt"), Ask(3, "salt")]
    assert isinstance(near[2], Ask)
    assert nearest_legal_actions(GAME, state, GAME.turn(state).seat, Build("inn"), limit=1) == legal(state)[:1]
    assert nearest_legal_actions(GAME, OVER, 0, Rest()) == []


def test_near_moves_are_told_to_nobody_but_the_seat_to_move():
    state = given(hands=("silk", "salt", "", "salt"))
    others = [seat for seat in range(4) if seat != GAME.turn(state).seat]
    assert all(nearest_legal_actions(GAME, state, seat, Ask(2, "salt")) == [] for seat in (*others, CHANCE))


# --- applying -------------------------------------------------------------------------------------------------------


def test_applying_tells_what_happened_and_leaves_no_trace_of_it_in_the_state():
    state, events = apply(GAME, given(), Rest())
    assert [event.kind for event in events] == ["rested"]
    assert state.events == ()
    assert state.processed_events == 0


def test_what_happens_by_itself_happens_before_anybody_is_asked():
    state, _ = apply(GAME, given(), Rest())
    assert state.current == 1
    assert state.pending == (Trade(1), Pace(CHANCE))


def test_an_action_leaves_the_state_before_it_as_it_was():
    before = given(hands=("silk", "salt"))
    copy = given(hands=("silk", "salt"))
    after(before, Ask(1, "salt"), Give())
    assert before == copy


# --- what others see ------------------------------------------------------------------------------------------------

DRAWING = given(pending=(Trade(0), Cards(CHANCE, 1, 1)))


@pytest.mark.parametrize(("seat", "sees"), [(1, Draw("silk")), (0, None), (None, None)])
def test_a_hidden_action_is_shown_to_its_witnesses(seat, sees):
    assert visible_action(GAME, DRAWING, Draw("silk"), seat) == sees


def test_an_open_action_is_shown_to_everybody():
    assert all(visible_action(GAME, given(), Rest(), seat) == Rest() for seat in (0, 1, None))


@pytest.mark.parametrize(("seat", "facts"), [(1, {"good": "silk"}), (0, {}), (None, {})])
def test_the_secrets_of_an_event_are_shown_to_its_witnesses(seat, facts):
    _, (event,) = apply(GAME, DRAWING, Draw("silk"))
    seen = redact_event(event, seat)
    assert (seen.kind, seen.seat, seen.facts) == ("drawn", 1, facts)
    assert (seen.secrets, seen.visible_to) == ({}, ())


# --- a match --------------------------------------------------------------------------------------------------------


def test_a_match_begins_before_chance_has_acted():
    match = new_toy_match()
    assert (match.game, match.ruleset, match.ply) == ("caravan", "1", 0)
    assert GAME.turn(match.state).seat == CHANCE
    assert match.state.events == ()


@pytest.mark.parametrize(
    ("seats", "content", "error"), [(3, None, ValueError), (0, None, ValueError), (2, "dunes", LookupError)]
)
def test_a_match_that_cannot_be_set_up_says_why(seats, content, error):
    with pytest.raises(error, match=r"played by 2, 4, not|no content pack 'dunes'; there are oasis@"):
        start(GAME, seats=seats, chance=Chance("seeded", ""), content=content)


def test_a_pack_may_be_named_with_or_without_its_digest():
    named = start(GAME, seats=2, chance=Chance("table", ""), content="oasis")
    whole = start(GAME, seats=2, chance=Chance("table", ""), content=named.state.pack)
    assert named == whole == start(GAME, seats=2, chance=Chance("table", ""))


def test_a_move_counts_as_one_ply():
    match = settled(new_toy_match())
    step = play_move(GAME, match, 0, Rest())
    assert step.match.ply == match.ply + 1
    assert [(played.seat, played.notation) for played in step.moves] == [(0, "rest")]
    assert [event.kind for event in step.events] == ["rested"]


def test_a_refused_move_raises_with_all_reasons():
    with pytest.raises(MoveRefused, match=r"ask\.other") as refused:
        play_move(GAME, settled(new_toy_match()), 0, Ask(0, "silk"))
    assert [refusal.rule for refusal in refused.value.refusals] == ["ask.other"]


@pytest.mark.parametrize("mode", ["seeded", "secret"])
def test_nobody_chooses_what_chance_brings_where_the_referee_rolls(mode):
    with pytest.raises(MoveRefused) as refused:
        play_move(GAME, new_toy_match(mode), CHANCE, Draw("silk"))
    assert [refusal.rule for refusal in refused.value.refusals] == ["referee.chance_mode"]


def test_at_a_table_the_client_reports_what_chance_brought():
    match = play_move(GAME, new_toy_match("table"), CHANCE, Draw("gold")).match
    assert match.state.players[0].hand == (("gold", 1),)
    assert match.chance.count == 1


def test_a_seeded_match_settles_until_a_seat_must_decide():
    step = play_chance(GAME, new_toy_match())
    assert GAME.turn(step.match.state).seat == 0
    assert {played.seat for played in step.moves} == {CHANCE}
    assert step.match.chance.count == step.match.ply == len(step.moves)
    assert play_chance(GAME, step.match).moves == ()


def test_the_same_seed_brings_the_same_cards_and_another_seed_others():
    hands = [settled(new_toy_match(seed=seed)).state.players for seed in ("tea", "tea", "coffee")]
    assert hands[0] == hands[1] != hands[2]


def test_a_table_match_waits_even_when_a_key_is_at_hand():
    match = new_toy_match("table")
    assert play_chance(GAME, match, seed_key("tea")).match == match


def test_a_secret_match_waits_for_its_key():
    key = match_key(b"secret", "match-1")
    match = new_toy_match("secret", seed=commitment(key))
    assert play_chance(GAME, match).match == match
    rolled = settled(match, key)
    assert GAME.turn(rolled.state).seat == 0
    assert rolled.chance == Chance("secret", commitment(key), rolled.ply)


def test_a_whole_game_has_a_result_only_at_its_end():
    match = settled(new_toy_match(rounds=1))
    while legal_actions(GAME, match.state):
        assert GAME.result(match.state) is None
        match = settled(play_move(GAME, match, GAME.turn(match.state).seat, Rest()).match)
    assert GAME.result(match.state).scores == (0, 0)
    assert GAME.turn(match.state) is None


def test_states_compare_and_hash_by_value():
    assert given() == given()
    assert hash(given()) == hash(given())
    assert given() != replace(given(), current=1)


def test_chance_acts_only_with_the_key_that_was_committed_to():
    key = match_key(b"secret", "match")
    match = start(GAME, seats=2, chance=Chance("secret", commitment(key)))
    assert play_chance(GAME, match, key).moves
    with pytest.raises(ValueError, match="committed"):
        play_chance(GAME, match, match_key(b"other", "match"))
