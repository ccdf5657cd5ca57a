"""Match: moves, undo, saving, and guarded matches with credentials."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from redis import Redis

from referee_sdk import (
    AlreadyPlayed,
    BadRequest,
    Chance,
    Client,
    Forbidden,
    IllegalMove,
    MatchLost,
    MatchOver,
    NoSuchMove,
    RulesError,
    SealedState,
    UndoRefused,
    UnknownName,
    savefile,
)
from referee_sdk.chat.table import Table
from referee_sdk.games.burgundy import TakeWorkers
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.settings import Settings
from tests.sdk.matches import every_game, new_match, play_to_end

GAME = next(iter(GAMES))


# --- moves ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TypedMove:
    """Any object with `to_json`, such as the typed actions of a game."""

    fields: dict

    def to_json(self) -> dict:
        return self.fields


FORMS = (
    lambda action: action,
    lambda action: action.notation,
    lambda action: action.to_json(),
    lambda action: TypedMove(action.to_json()),
    lambda _: 0,
)


@every_game
def test_a_move_can_be_given_in_five_forms(client, game):
    states = []
    for form in FORMS:
        match = new_match(client, game)
        events = match.play(form(match.legal_actions()[0]))
        assert match.events[-len(events) :] == list(events) == list(match)[-len(events) :]
        states.append(match.state)
    assert all(state == states[0] for state in states)


@every_game
def test_an_action_has_its_fields_by_name(client, game):
    for action in client.new_match(game, seats=2, seed="1").legal_actions():
        assert dict(action) == {name: action[name] for name in action} == action.fields
        assert action.get("no such field", 7) == 7
        assert [*action] == [*action.keys()] == [name for name in action.fields if name in action]
        assert "kind" not in action


def test_what_is_no_move_gets_the_forms_of_a_move(client):
    match = client.new_match("burgundy", seed="1")
    for wrong in (None, TakeWorkers, 3.5):
        with pytest.raises(BadRequest, match=r"is not a move\. Pass an action of `legal_actions\(\)`"):
            match.play(wrong)
    with pytest.raises(BadRequest, match="`kind` is missing"):
        match.play({"verb": "end_turn"})
    assert match.decision_count == 0


@every_game
def test_legal_actions_can_be_filtered(client, game):
    match = new_match(client, game)
    action = match.legal_actions()[0]
    assert action in match.legal_actions(action.kind, **action.fields)
    assert {each.kind for each in match.legal_actions(action.kind)} == {action.kind}
    assert str(action) == action.label
    assert all(action[name] == value for name, value in action.fields.items())


@every_game
def test_a_misspelt_verb_or_field_raises_with_the_nearest_name(client, game):
    match = new_match(client, game)
    verbs = client.game(game).verbs
    for verb, info in verbs.items():
        assert match.legal_actions(verb) == tuple(action for action in match.legal_actions() if action.kind == verb)
        match.legal_actions(**dict.fromkeys(info.fields))  # a field of any verb is no error
    with pytest.raises(UnknownName) as caught:
        match.legal_actions(f"{verb}x")
    assert (caught.value.name, caught.value.nearest, set(caught.value.valid)) == (f"{verb}x", verb, set(verbs))
    field = next(name for info in verbs.values() for name in info.fields)
    with pytest.raises(UnknownName, match=f"Did you mean '{field}'"):
        match.legal_actions(**{f"{field}{field[-1]}": 1})


def test_a_field_of_another_verb_is_unknown(client):
    match = new_match(client, "burgundy")
    with pytest.raises(UnknownName) as caught:
        match.legal_actions("take_tile", depoot=3)
    assert str(caught.value) == ("take_tile has no field 'depoot'. Did you mean 'depot'? Use one of: depot, die, tile.")
    with pytest.raises(UnknownName):
        match.legal_actions("take_workers", depot=3)


@every_game
def test_an_index_beyond_the_legal_list_says_how_many_there_are(client, game):
    match = new_match(client, game)
    count, before = len(match.legal_actions()), match.state
    for index in (99, count, -count - 1):
        with pytest.raises(NoSuchMove, match=rf"There is no move {index}: there are {count} legal actions"):
            match.play(index)
    assert (match.state, match.decision_count) == (before, 0)
    match.play(count - 1)


def test_an_empty_legal_list_has_no_numbers():
    assert NoSuchMove(0, 0).detail == "There is no move 0: there are 0 legal actions."


@pytest.mark.parametrize("move", [True, False])
def test_a_truth_value_is_not_a_move(client, move):
    match = new_match(client, GAME)
    with pytest.raises(BadRequest, match=f"^{move} is not a move"):
        match.play(move)
    assert match.decision_count == 0


def test_a_match_that_is_over_has_a_result_and_no_turn(client):
    match = new_match(client, GAME)
    assert not match.is_over
    play_to_end(match, match.play)
    assert (match.is_over, match.seat, match.legal_actions()) == (True, None, ())
    with pytest.raises(MatchOver, match="The match is over") as caught:
        match.turn  # noqa: B018 (the property raises)
    assert caught.value.result == match.result
    with pytest.raises(MatchOver):
        match.play(0)
    with pytest.raises(IllegalMove):
        match.play("end_turn")
    assert repr(match) == f"<Match of {GAME}, over>"


@every_game
def test_judge_does_not_change_the_match(client, game):
    match = new_match(client, game)
    before = match.state
    assert match.judge(match.legal_actions()[0])
    other_verb = next(
        verb for verb, info in client.game(game).verbs.items() if verb not in match.turn.verbs and not info.fields
    )
    verdict = match.judge(other_verb)
    assert not verdict
    assert verdict.refusals[0].source
    assert match.state == before


def test_repr_shows_the_seat_and_the_prompt(client):
    match = new_match(client, GAME)
    assert repr(match) == f"<Match of {GAME}, seat {match.seat} decides: {match.turn.prompt}>"


def test_an_illegal_move_does_not_change_the_match(client):
    match = new_match(client, GAME)
    before = match.state
    with pytest.raises(IllegalMove):
        match.play(next(verb for verb, info in client.game(GAME).verbs.items() if not info.fields))
    assert (match.state, match.decision_count) == (before, 0)


def test_real_dice_are_reported_as_moves_of_chance(client):
    match = client.new_match(GAME, chance=Chance("table"))
    assert match.seat == "chance"
    match.play(match.legal_actions()[0])
    match.undo()  # a reported roll may be corrected
    assert match.decision_count == 0


# --- undo -------------------------------------------------------------------------------------------------------------


def match_after_step(client, game, *, reveals: bool):
    """Return a match whose last decision was (or was not) followed by chance, and the state before that decision."""
    match = new_match(client, game)
    while not match.is_over:
        before = match.state
        moves = len(match.record().moves)
        match.play(match.legal_actions()[-1])
        chance_acted = any(move.seat == "chance" for move in match.record().moves[moves:])
        if chance_acted is reveals:
            return match, before
    raise AssertionError("no decision fits")


@every_game
def test_a_decision_that_reveals_nothing_is_undone(client, game):
    match, before = match_after_step(client, game, reveals=False)
    record, events = match.record(), list(match)
    match.undo()
    assert match.state == before
    assert len(match.record().moves) == len(record.moves) - 1
    assert list(match) == events[: len(list(match))]
    match.play(record.moves[-1].notation)
    assert match.record() == record


@every_game
def test_an_undo_of_a_decision_that_revealed_something_needs_force(client, game):
    match, before = match_after_step(client, game, reveals=True)
    with pytest.raises(UndoRefused) as caught:
        match.undo()
    assert caught.value.reasons == ("chance",)
    assert match.state != before
    match.undo(force=True)
    assert match.state == before


def test_an_undo_across_another_seats_decision_needs_force(client):
    match = new_match(client, GAME)
    first = match.seat
    while match.seat == first:
        match.play(0)
    match.play(0)
    with pytest.raises(UndoRefused, match="other-seat"):
        match.undo(seat=first)
    match.undo(seat=first, force=True)
    assert match.seat == first


def test_a_match_without_decisions_cannot_be_undone(client):
    with pytest.raises(RulesError):
        new_match(client, GAME).undo()


# --- saving -----------------------------------------------------------------------------------------------------------


@every_game
def test_a_match_is_saved_as_one_string_and_resumed(client, game):
    match = new_match(client, game)
    for _ in range(5):
        match.play(0)
    saved = match.save()
    resumed = client.resume(saved)
    assert saved.isascii()
    assert " " not in saved
    assert (resumed.state, resumed.legal_actions(), resumed.record()) == (
        match.state,
        match.legal_actions(),
        match.record(),
    )
    match.undo(force=True)
    resumed.undo(force=True)
    assert resumed.state == match.state
    assert resumed.save() == match.save()


def test_a_finished_match_can_be_saved(client):
    match = new_match(client, GAME)
    play_to_end(match, match.play)
    assert client.resume(match.save()).result == match.result


@pytest.mark.parametrize("damaged", ["", "referee1.", "referee1.!!!!", "referee1.AAAA", "hello"])
def test_a_damaged_string_is_a_bad_request(client, damaged):
    with pytest.raises(BadRequest):
        client.resume(damaged)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"game": GAME, "record": {}},
        {"game": GAME, "record": None, "steps": []},
        {"game": GAME, "sealed_state": "x"},
        {"game": GAME, "sealed_state": "x", "credentials": {"seats": 3}},
        {"game": GAME, "state": 7},
    ],
)
def test_saved_data_that_is_not_a_match_is_a_bad_request(client, data):
    with pytest.raises(BadRequest, match="not a"):
        client.resume(savefile.dumps(data))


def test_the_saved_string_of_a_table_is_not_a_saved_match(client):
    saved = Table(new_match(client, GAME), ["Ann", "Ben"]).save()
    with pytest.raises(BadRequest, match="not a saved match"):
        client.resume(saved)


def test_saved_credentials_without_seats_are_a_bad_request(client):
    credentials = {"seats": [], "keeper": "secret"}
    saved = savefile.dumps({"game": GAME, "sealed_state": "sealed", "credentials": credentials})
    with pytest.raises(BadRequest, match="has no seats"):
        client.resume(saved)


@every_game
def test_a_match_continues_from_a_state(client, game):
    first = new_match(client, game)
    match = client.match_from(first.state)
    assert match.legal_actions() == first.legal_actions()
    match.play(0)
    with pytest.raises(BadRequest):
        match.record()  # its beginning is unknown
    assert client.resume(match.save()).state == match.state
    assert match.audit()


@every_game
@pytest.mark.parametrize("include", [[], ["state"]])
def test_a_match_fetches_the_legal_actions_that_its_position_lacks(client, game, include):
    first = new_match(client, game)
    before, action = first.state, first.legal_actions()[0]
    first.play(action)
    match = client.match_from(client.move(before, action, include=include))
    assert match.legal_actions() == first.legal_actions()
    match.play(0)
    first.play(0)
    assert match.state == first.state


def test_a_position_without_its_state_says_so(client):
    first = new_match(client, GAME)
    match = client.match_from(client.move(first.state, first.legal_actions()[0], include=[]))
    for read in (lambda: match.state, match.save, match.audit):
        with pytest.raises(BadRequest, match=r"^This position does not include its state"):
            read()


# --- guarded matches --------------------------------------------------------------------------------------------------


@pytest.fixture
def guarded(live: Client):
    return live.new_match(GAME, guarded=True)


def test_a_guarded_match_is_played_with_its_credentials(guarded):
    with pytest.raises(BadRequest):
        guarded.state  # noqa: B018 (the property raises)
    seats = {guarded.seat}
    while len(seats) == 1:
        guarded.play(guarded.legal_actions()[0])
        seats.add(guarded.seat)
    assert guarded.legal_actions()  # requested with the credential of the other seat
    assert guarded.view(0).seat == 0
    assert guarded.view().seat is None
    assert guarded.record().chance.mode == "secret"
    resumed = guarded.client.resume(guarded.save())
    assert resumed.legal_actions() == guarded.legal_actions()


def test_a_guarded_match_can_be_undone_only_within_a_turn(guarded):
    seat = guarded.seat
    guarded.play(guarded.legal_actions("take_workers")[0])
    assert guarded.seat == seat
    guarded.undo()
    guarded.play(0)
    while guarded.seat == seat:
        guarded.play(0)
    with pytest.raises(UndoRefused):
        guarded.undo(force=True)


def test_the_guard_rejects_a_second_move_from_the_same_position(guarded):
    seat, other = guarded.seat, guarded.client.resume(guarded.save())
    while other.seat == seat:
        other.play(other.legal_actions()[0])
    guarded.play(guarded.legal_actions("take_workers")[0])  # another move of the same turn
    with pytest.raises(AlreadyPlayed):
        guarded.play(guarded.legal_actions("take_workers")[0])


def test_a_match_whose_guard_is_lost_says_so_at_once_and_names_the_way_on(empty_redis, monkeypatch):
    settings = Settings.from_env({"REDIS_URL": empty_redis.url, "REFEREE_SECRET": "0123456789abcdef0123456789abcdef"})
    pauses: list[float] = []
    monkeypatch.setattr("referee_sdk.client.sleep", pauses.append)
    client = Client(app=create_app(settings))
    match = client.new_match(GAME, guarded=True)
    with Redis.from_url(empty_redis.url) as connection:
        connection.flushall()
    with pytest.raises(MatchLost, match="set up a new match") as caught:
        play_to_end(match, match.play)
    assert (caught.value.status, caught.value.code, pauses) == (410, "match-lost", [])
    assert match.view(0)


def test_a_player_joins_with_a_credential_and_syncs_sealed_states(guarded):
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


def test_a_joined_player_saves_and_resumes_with_the_own_credential(guarded):
    own = guarded.credentials.seats[guarded.seat]
    joined = guarded.client.match_from(SealedState(GAME, guarded.sealed_state, own))
    assert joined.credentials is None  # only the host has the credentials of the match
    resumed = guarded.client.resume(joined.save())
    assert resumed.legal_actions() == joined.legal_actions() != ()
    resumed.play(0)


def test_a_sealed_position_needs_a_credential(live):
    first = live.set_up(GAME, seats=2, guarded=True)
    match = live.match_from(first)  # the first position has all credentials
    later = live.move(
        SealedState(GAME, first.sealed_state, first.credentials.seats[match.seat]), match.legal_actions()[0]
    )
    assert later.credentials is None
    with pytest.raises(BadRequest, match="sealed"):
        live.match_from(later)
