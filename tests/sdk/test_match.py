"""A match: it holds the state, plays, asks why, steps back, and is saved as one string; guarded ones through passes."""

from __future__ import annotations

import pytest

from referee_sdk import (
    AlreadyPlayed,
    BadRequest,
    Chance,
    Client,
    Forbidden,
    IllegalMove,
    RulesError,
    SealedState,
    UndoRefused,
)
from referee_service.games import GAMES
from tests.sdk.matches import every_game, new_match, played_by

GAME = next(iter(GAMES))


# --- playing --------------------------------------------------------------------------------------------------------


@every_game
def test_a_move_can_be_said_in_four_ways(client, game):
    ends = []
    for say in (lambda action: action, lambda action: action.notation, lambda action: action.to_json(), lambda _: 0):
        match = new_match(client, game)
        events = match.play(say(match.legal_actions()[0]))
        assert match.events[-len(events) :] == list(events) == list(match)[-len(events) :]
        ends.append(match.state)
    assert all(end == ends[0] for end in ends)


@every_game
def test_the_list_can_be_narrowed(client, game):
    match = new_match(client, game)
    action = match.legal_actions()[0]
    assert action in match.legal_actions(action.kind, **action.fields)
    assert {each.kind for each in match.legal_actions(action.kind)} == {action.kind}
    assert match.legal_actions("no_such_verb") == ()
    assert str(action) == action.label
    assert all(action[name] == value for name, value in action.fields.items())


@every_game
def test_why_tells_without_playing(client, game):
    match = new_match(client, game)
    before = match.state
    assert match.judge(match.legal_actions()[0])
    unasked = next(
        verb for verb, about in client.game(game).verbs.items() if verb not in match.turn.verbs and not about.fields
    )
    verdict = match.judge(unasked)
    assert not verdict
    assert verdict.refusals[0].source
    assert match.state == before


def test_a_match_says_where_it_stands(client):
    match = new_match(client, GAME)
    assert repr(match) == f"<Match of {GAME}, seat {match.seat} decides: {match.turn.prompt}>"


def test_an_illegal_move_leaves_the_match_where_it_is(client):
    match = new_match(client, GAME)
    before = match.state
    with pytest.raises(IllegalMove):
        match.play(next(verb for verb, about in client.game(GAME).verbs.items() if not about.fields))
    assert (match.state, match.decision_count) == (before, 0)


def test_real_dice_are_reported_as_moves_of_chance(client):
    match = client.new_match(GAME, chance=Chance("table"))
    assert match.seat == "chance"
    match.play(match.legal_actions()[0])
    match.undo()  # what people report, they may correct
    assert match.decision_count == 0


# --- taking back ----------------------------------------------------------------------------------------------------


def step_that(client, game, *, reveals: bool):
    """A match of which the last decision was, or was not, followed by chance."""
    match = new_match(client, game)
    while not match.is_over:
        before = match.state
        moves = len(match.record().moves)
        match.play(match.legal_actions()[-1])
        acted = any(move.seat == "chance" for move in match.record().moves[moves:])
        if acted is reveals:
            return match, before
    raise AssertionError("there was no such step")


@every_game
def test_a_harmless_step_is_taken_back(client, game):
    match, before = step_that(client, game, reveals=False)
    record, events = match.record(), list(match)
    match.undo()
    assert match.state == before
    assert len(match.record().moves) == len(record.moves) - 1
    assert list(match) == events[: len(list(match))]
    match.play(record.moves[-1].notation)
    assert match.record() == record


@every_game
def test_a_take_back_that_reveals_something_is_told_first(client, game):
    match, before = step_that(client, game, reveals=True)
    with pytest.raises(UndoRefused) as caught:
        match.undo()
    assert caught.value.reasons == ("chance",)
    assert match.state != before
    match.undo(force=True)
    assert match.state == before


def test_going_back_over_another_seats_decision_is_told(client):
    match = new_match(client, GAME)
    first = match.seat
    while match.seat == first:
        match.play(0)
    match.play(0)
    with pytest.raises(UndoRefused, match="other-seat"):
        match.undo(seat=first)
    match.undo(seat=first, force=True)
    assert match.seat == first


def test_nothing_can_be_taken_back_before_anything_was_played(client):
    with pytest.raises(RulesError):
        new_match(client, GAME).undo()


# --- saving ---------------------------------------------------------------------------------------------------------


@every_game
def test_a_match_is_saved_as_one_string_and_taken_up_again(client, game):
    match = new_match(client, game)
    for _ in range(5):
        match.play(0)
    saved = match.save()
    again = client.resume(saved)
    assert saved.isascii()
    assert " " not in saved
    assert (again.state, again.legal_actions(), again.record()) == (match.state, match.legal_actions(), match.record())
    match.undo(force=True)
    again.undo(force=True)
    assert again.state == match.state
    assert again.save() == match.save()


def test_a_finished_match_can_be_saved(client):
    match = new_match(client, GAME)
    played_by(match, match.play)
    assert client.resume(match.save()).result == match.result


@pytest.mark.parametrize("damaged", ["", "referee1.", "referee1.!!!!", "referee1.AAAA", "hello"])
def test_a_damaged_string_is_told_so(client, damaged):
    with pytest.raises(BadRequest):
        client.resume(damaged)


@every_game
def test_a_match_goes_on_from_a_state(client, game):
    first = new_match(client, game)
    match = client.match_from(first.state)
    assert match.legal_actions() == first.legal_actions()
    match.play(0)
    with pytest.raises(BadRequest):
        match.record()  # its beginning was not seen
    assert client.resume(match.save()).state == match.state
    assert match.audit()


# --- guarded matches ------------------------------------------------------------------------------------------------


@pytest.fixture
def guarded(live: Client):
    return live.new_match(GAME, guarded=True)


def test_a_guarded_match_is_played_through_its_passes(guarded):
    with pytest.raises(BadRequest):
        guarded.state  # noqa: B018 (it is sealed)
    seats = {guarded.seat}
    while len(seats) == 1:
        guarded.play(guarded.legal_actions()[0])
        seats.add(guarded.seat)
    assert guarded.legal_actions()  # of the other seat, by its own pass
    assert guarded.view(0).seat == 0
    assert guarded.view().seat is None
    assert guarded.record().chance.mode == "secret"
    again = guarded.client.resume(guarded.save())
    assert again.legal_actions() == guarded.legal_actions()


def test_within_a_turn_a_guarded_match_can_be_taken_back_and_after_it_not(guarded):
    seat = guarded.seat
    guarded.play(guarded.legal_actions("take_workers")[0])
    assert guarded.seat == seat
    guarded.undo()
    guarded.play(0)
    while guarded.seat == seat:
        guarded.play(0)
    with pytest.raises(UndoRefused):
        guarded.undo(force=True)


def test_the_guard_has_the_last_word_on_what_was_taken_back(guarded):
    seat, elsewhere = guarded.seat, guarded.client.resume(guarded.save())
    while elsewhere.seat == seat:
        elsewhere.play(elsewhere.legal_actions()[0])
    guarded.play(
        guarded.legal_actions("take_workers")[0]
    )  # another way through the same turn of two dice, equal ones too
    with pytest.raises(AlreadyPlayed):
        guarded.play(guarded.legal_actions("take_workers")[0])


def test_a_player_joins_with_a_pass_and_follows_the_others_tokens(guarded):
    seat = guarded.seat
    joined = {
        each: guarded.client.match_from(SealedState(GAME, guarded.sealed_state, guarded.credentials.seats[each]))
        for each in range(2)
    }
    mover, waiting = joined[seat], joined[1 - seat]
    assert mover.legal_actions() == guarded.legal_actions()
    assert waiting.legal_actions() == ()
    with pytest.raises(Forbidden):
        waiting.play(mover.legal_actions()[0])
    while mover.seat == seat:
        mover.play(mover.legal_actions()[0])
    waiting.sync(mover.sealed_state)
    assert waiting.seat == 1 - seat
    waiting.play(waiting.legal_actions()[0])
