"""Guarded matches: sealed states, passes, secret chance, no way back. On the toy game, which has secrets, and Burgundy."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier

import pytest
from msgspec.structs import replace

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.chance import Chance, commitment, seed_key
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import apply, legal_actions
from referee_service.kernel.match import new_match as start
from referee_service.kernel.match import play_chance, play_move
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.state import CHANCE
from referee_service.services.matches.crypto import SealedPayload
from referee_service.settings import Settings
from referee_service.store.embedded import embedded_redis
from referee_service.store.redis import RedisStore
from tests.api.asking import ask, new_match, problem, refused
from tests.api.conftest import PATIENT, SECRET
from tests.contract.playthroughs import GAMES as ALL_GAMES
from tests.contract.playthroughs import mutations, sampled_plies
from tests.kernel.toy import GAME as TOY

each_game = pytest.mark.parametrize("game", ["caravan", "burgundy"])


class Table:
    """A guarded match and its passes; every move goes on from the latest sealed_state."""

    def __init__(self, client, game, **setup):
        self.client, self.game = client, game
        answer = client.post(f"/v1/games/{game}/states", json={"seats": 2, "guarded": True, **setup})
        assert answer.status_code == 201, answer.text
        self.position = answer.json
        self.sealed_state, self.credentials = self.position["sealed_state"], self.position["credentials"]

    @property
    def seat(self):
        """Who is to move."""
        return self.position["turn"]["seat"]

    def post(self, call, holder, *, sealed_state=None, **body):
        """A call with somebody's pass."""
        shown = self.credentials["keeper"] if holder == "keeper" else self.credentials["seats"][holder]
        body = {"sealed_state": sealed_state or self.sealed_state, "credential": shown, **body}
        return self.client.post(f"/v1/games/{self.game}/{call}", json=body)

    def ask(self, call, holder, **body):
        answer = self.post(call, holder, **body)
        assert answer.status_code == 200, answer.text
        return answer.json

    def legal(self):
        """The notations that the seat to move may play."""
        return [action["notation"] for action in self.ask("legal-actions", self.seat)["legal_actions"]]

    def play(self, line):
        """Play a line for the seat to move."""
        self.position = self.ask("moves", self.seat, notation=line)
        self.sealed_state = self.position["sealed_state"]
        return self.position


@pytest.fixture
def toy(guarded):
    return Table(guarded, "caravan")


# --- set-up and passes ----------------------------------------------------------------------------------------------


@each_game
def test_set_up_gives_a_token_and_a_pass_for_each_seat_and_the_keeper(guarded, game):
    match = Table(guarded, game).position
    assert "state" not in match
    assert "chance_key" not in match
    assert len({*match["credentials"]["seats"], match["credentials"]["keeper"]}) == 3
    assert len(bytes.fromhex(match["commitment"])) == 32


def test_a_match_that_cannot_be_set_up_is_not_guarded(guarded_app, guarded, monkeypatch):
    begun = []
    monkeypatch.setattr(guarded_app.extensions["referee.matches"].store, "begin_guard", begun.append)
    refused(guarded, "states", 409, "impossible-setup", seats=2, guarded=True, options={"first_player": 7})
    assert begun == []


@each_game
def test_a_pass_speaks_for_its_own_seat_only(guarded, game):
    table = Table(guarded, game)
    me, other = table.seat, 1 - table.seat
    assert table.ask("views", me)["seat"] == me
    assert table.ask("views", me, seat=me)["legal_actions"] == table.ask("legal-actions", me)["legal_actions"] != []
    problem(table.post("views", me, seat=other), 403, "bad-credential")
    assert table.ask("legal-actions", other)["legal_actions"] == []
    assert table.ask("views", other)["legal_actions"] == []
    line = table.legal()[0]
    for call in ("moves", "verdicts"):
        problem(table.post(call, other, seat=me, notation=line), 403, "bad-credential")
        problem(table.post(call, "keeper", seat=me, notation=line), 403, "bad-credential")
        problem(table.post(call, "keeper", notation=line), 403, "bad-credential")
    error = problem(table.post("moves", other, notation=line), 409, "illegal-move")
    assert [refusal["rule"] for refusal in error["refusals"]] == ["referee.seat"]
    assert error["suggestions"] == []
    assert table.ask("verdicts", me, notation=line) == {
        "legal": True,
        "refusals": [],
        "suggestions": [],
        "preview": None,
    }


@each_game
def test_the_keeper_sees_all(guarded, game):
    table = Table(guarded, game)
    assert [table.ask("views", "keeper", seat=seat)["seat"] for seat in (0, 1, None)] == [0, 1, None]
    assert table.ask("legal-actions", "keeper") == table.ask("legal-actions", table.seat)
    assert table.position["legal_actions"] == table.ask("legal-actions", table.seat)["legal_actions"]
    assert all("notation" in played for played in table.position["played"])


def test_a_seat_is_told_its_own_cards_and_not_the_others(toy):
    toy.play("rest")
    told = [played for played in toy.position["played"] if played["kind"] == "draw"]
    assert told
    assert all("notation" not in played for played in told)  # the next player drew them
    own = toy.ask("views", 0)["view"]["board"]["players"]
    assert own[0]["hand"]
    assert own[1]["hand"] == []


# --- no way back ----------------------------------------------------------------------------------------------------


def test_another_continuation_after_a_final_one_is_refused_and_the_same_answers_the_same(toy):
    before = toy.sealed_state
    first = toy.play("rest")
    problem(toy.post("moves", 0, sealed_state=before, notation="ask seat=1 good=silk"), 409, "already-played")
    again = toy.ask("moves", 0, sealed_state=before, notation="rest")
    assert again["sealed_state"] != first["sealed_state"]
    assert len(again["sealed_state"]) == len(first["sealed_state"])
    assert again | {"sealed_state": ""} == first | {"sealed_state": ""}
    assert toy.ask("views", 1, sealed_state=again["sealed_state"]) == toy.ask(
        "views", 1, sealed_state=first["sealed_state"]
    )


def test_what_is_not_final_may_be_taken_back_until_it_is(guarded):
    table = Table(guarded, "burgundy")
    before, seat = table.sealed_state, table.seat
    one, other = [line for line in table.legal() if line.startswith("take_tile")][:2]
    table.play(one)
    assert table.seat == seat
    table.sealed_state = before
    table.play(other)
    while table.seat == seat:
        table.play(next(line for line in table.legal() if line.startswith(("take_workers", "end_turn"))))
    problem(table.post("moves", seat, sealed_state=before, actions=_steps(seat, one, "end_turn")), 409, "illegal-move")
    dice = _workers(table, seat, before)
    answer = table.post("moves", seat, sealed_state=before, actions=_steps(seat, *dice, "end_turn"))
    assert answer.json["code"] in ("already-played", "irreversible-move")
    while (answer := table.post("moves", seat, sealed_state=before, notation=dice.pop(0))).status_code == 200:
        before = answer.json["sealed_state"]
    problem(answer, 409, "already-played")


def _steps(seat, *lines):
    return [{"seat": seat, "notation": line} for line in lines]


def _workers(table, seat, sealed_state):
    dice = table.ask("views", seat, sealed_state=sealed_state)["view"]["players"][seat]["dice"]
    return [f"take_workers die={die}" for die in dice]


def test_of_two_clients_racing_on_one_ply_exactly_one_wins(guarded_app):
    lines = ("rest", "ask seat=1 good=silk", "ask seat=1 good=gold", "ask seat=1 good=salt")
    for _ in range(8):
        table, begin = Table(guarded_app.test_client(), "caravan"), Barrier(len(lines))

        def race(line, table=table, begin=begin):
            client = guarded_app.test_client()
            body = {"sealed_state": table.sealed_state, "credential": table.credentials["seats"][0], "notation": line}
            begin.wait()
            return client.post("/v1/games/caravan/moves", json=body)

        with ThreadPoolExecutor(len(lines)) as clients:
            answers = list(clients.map(race, lines))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        for answer in answers:
            assert answer.status_code == 200 or answer.json["code"] == "already-played"


def test_any_process_serves_any_request_also_with_new_secrets(guarded_app, redis):
    table = Table(guarded_app.test_client(), "burgundy")
    for secrets in (SECRET, f"second:another secret of theirs,{SECRET}"):
        settings = Settings.from_env({"REFEREE_SECRET": secrets})
        table.client = create_app(settings, RedisStore(redis.url, PATIENT)).test_client()
        table.play(table.legal()[0])
    assert table.sealed_state.startswith("second.")
    table.client = guarded_app.test_client()
    problem(table.post("views", 0), 403, "bad-sealed-state")


def test_without_the_guard_nothing_final_is_played():
    with embedded_redis() as server:
        games = {**GAMES, TOY.name: TOY}
        app = create_app(Settings.from_env({"REFEREE_SECRET": SECRET}), RedisStore(server.url, PATIENT), games=games)
        client = app.test_client()
        table = Table(client, "caravan")
        server.stop()
        for answer in (
            table.post("moves", 0, notation="rest"),
            client.post("/v1/games/caravan/states", json={"seats": 2, "guarded": True}),
        ):
            problem(answer, 503, "guard-unavailable")
            assert int(answer.headers["Retry-After"]) >= 1
        assert table.ask("views", 0)["seat"] == 0
        assert new_match(client)["ply"] > 0
        server.start()  # it has forgotten the match, so nothing can be promised any more
        problem(table.post("moves", 0, notation="rest"), 503, "guard-unavailable")
        Table(client, "caravan").play("rest")


# --- no way round ---------------------------------------------------------------------------------------------------


def test_a_list_does_not_go_on_past_what_is_final(toy):
    for after in ("rest", "build stall=inn", "nonsense"):
        answer = toy.post("moves", 0, actions=_steps(0, "rest", after))
        assert "draw" not in answer.text
        problem(answer, 409, "irreversible-move")
    toy.play("ask seat=1 good=silk")  # nothing was committed by the lists


def test_dice_are_not_told_before_they_are_committed(toy):
    verdict = toy.ask("verdicts", 0, notation="rest")
    assert (verdict["legal"], verdict["preview"]) == (True, None)


def test_an_open_state_with_a_matchs_commitment_rolls_none_of_its_dice(guarded, toy):
    begun = start(TOY, seats=2, chance=Chance("seeded", "1"))
    copied = replace(play_chance(TOY, begun).match, chance=Chance("secret", toy.position["commitment"], 20))
    state = json.loads(encode(copied))
    after = ask(guarded, "moves", game="caravan", state=state, notation="rest")
    assert after["turn"]["seat"] == "chance"
    assert "sealed_state" not in after
    error = refused(
        guarded, "moves", 409, "illegal-move", game="caravan", state=after["state"], notation="roll pace=fast"
    )
    assert error["refusals"]


def test_nothing_open_becomes_guarded(guarded, toy):
    state = new_match(guarded, game="caravan")["state"]
    refused(guarded, "states", 422, "schema-mismatch", game="caravan", seats=2, guarded=True, state=state)
    chance = {"mode": "seeded", "seed": "1"}
    refused(guarded, "states", 409, "impossible-setup", game="caravan", seats=2, guarded=True, chance=chance)
    for call, more in (("moves", {"notation": "rest"}), ("verdicts", {"notation": "rest"}), ("views", {})):
        assert "sealed_state" not in ask(guarded, call, game="caravan", state=state, **more)
    sealed = {"sealed_state": toy.sealed_state, "credential": toy.credentials["seats"][0]}
    refused(guarded, "moves", 422, "schema-mismatch", game="caravan", state=state, notation="rest", **sealed)
    refused(guarded, "moves", 404, "unknown-state", game="caravan", digest=toy.position["digest"], notation="rest")
    openly = guarded.post("/v1/games/caravan/states", json={"seats": 2, "chance": {"mode": "secret", "seed": "x"}})
    problem(openly, 422, "schema-mismatch")


# --- nothing leaks --------------------------------------------------------------------------------------------------


def alike(game, board, seat):
    """States that look to a seat just like this one."""
    seen = game.view(board, seat)
    imagined = [game.determinize(seen, seed_key(str(number))) for number in range(6)]
    different = [other for other in imagined if other != board]
    return [board, *different[:2]]


def test_states_that_look_the_same_to_a_seat_give_it_the_same_answers(guarded_app):
    desk, client = guarded_app.extensions["referee.matches"], guarded_app.test_client()
    compared = moved = 0
    for ply in sampled_plies(TOY, 2, each=3):
        for seat in (0, 1):
            boards = alike(TOY, ply.before.state, seat)
            lines = wishes(ply, seat)
            match_id = desk.vault.new_match_id()
            desk.store.begin_guard(match_id)
            secret = Chance("secret", commitment(desk.vault.chance_key(match_id)), ply.before.chance.count)
            told = [
                everything_told(
                    desk.vault, client, match_id, replace(ply.before, chance=secret, state=board), seat, lines
                )
                for board in boards
            ]
            for other in told[1:]:
                assert other.keys() == told[0].keys()
                for asked, answer in other.items():
                    if asked[0] != "moves" or looks_the_same_after(boards, told.index(other), asked[1], seat):
                        assert answer == told[0][asked], (ply.action, seat, asked)
                        compared += 1
                        moved += asked[0] == "moves" and b'"legal_actions"' in answer
    assert compared > 500
    assert moved > 20


def wishes(ply, seat):
    """Lines to try in a position: legal ones, near ones, and those of other moments."""
    board = ply.before.state
    legal = [notation(action) for action in islice(legal_actions(TOY, board), 12)] if ply.seat != CHANCE else []
    near = [notation(action) for action in islice(mutations(TOY, board, ply.action), 6)] if ply.seat != CHANCE else []
    return dict.fromkeys([*legal, *near, "rest", "give", "pay_cheapest", "build stall=inn", "ask seat=1 good=gold"])


def everything_told(vault, client, match_id, match, seat, lines):
    """Every answer that a seat can get about a position, the sealed_state and the request's id aside."""
    sealed_state = vault.seal(SealedPayload(match_id, str(hash(match)), 2, encode(match)), game="caravan")
    sealed = {"sealed_state": sealed_state, "credential": vault.credential_for(match_id, seat)}
    asked = [(call, None) for call in ("views", "legal-actions", "scores")]
    asked += [(call, line) for call in ("verdicts", "moves") for line in lines]
    return {(call, line): told(client, call, sealed | ({"notation": line} if line else {})) for call, line in asked} | {
        ("sealed_state length", None): str(len(sealed_state)).encode()
    }


def told(client, call, body):
    answer = client.post(f"/v1/games/caravan/{call}", json=body)
    assert answer.status_code < 500, answer.text
    said = answer.json
    said.pop("request_id", None)
    said["sealed_state"] = len(said.get("sealed_state", ""))
    return json.dumps([answer.status_code, said]).encode()


def looks_the_same_after(boards, index, line, seat):
    """Whether the seat saw the same happen in both: a card drawn from another deck is news, not a leak."""
    try:
        action = parse_notation(TOY, line)
        after = [apply(TOY, board, action)[0] for board in (boards[0], boards[index])]
    except Exception:
        return True
    turns = [TOY.turn(board) for board in after]
    return turns[0] is not None and turns[0].seat != CHANCE and TOY.view(after[0], seat) == TOY.view(after[1], seat)


# --- the whole way --------------------------------------------------------------------------------------------------


@each_game
def test_the_key_is_revealed_at_the_end_and_explains_every_die(guarded, game):
    table, lot, moves = Table(guarded, game), random.Random(5), []
    promised, lengths = table.position["commitment"], {len(table.sealed_state)}
    while table.position["turn"] is not None:
        assert "chance_key" not in table.position
        assert "chance_key" not in table.ask("views", "keeper")
        seat, line = table.seat, lot.choice(table.legal())
        table.play(line)
        moves.append((seat, line))
        assert table.position["commitment"] == promised
        lengths.add(len(table.sealed_state))
    key = bytes.fromhex(table.position["chance_key"])
    assert commitment(key) == promised
    assert table.ask("views", 0)["chance_key"] == table.position["chance_key"]
    assert len(lengths) == 1
    rules = ALL_GAMES[game]
    match = play_chance(rules, start(rules, seats=2, chance=Chance("secret", promised)), key).match
    for seat, line in moves:
        match = play_chance(rules, play_move(rules, match, seat, parse_notation(rules, line)).match, key).match
    assert match.ply == table.position["ply"]
    assert json.loads(json.dumps(table.ask("scores", 0)["scores"])) == list(rules.result(match.state).scores)
