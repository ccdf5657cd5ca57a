"""Guarded matches: sealed states, credentials, secret chance, no take-backs. Uses Burgundy and the toy game."""

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
from tests.api.calls import new_match, post, post_error, problem
from tests.api.conftest import LONG_TIMEOUT, SECRET
from tests.contract.playthroughs import GAMES as ALL_GAMES
from tests.contract.playthroughs import mutations, sampled_plies
from tests.kernel.toy import GAME as TOY
from tests.running.conftest import wait_until

each_game = pytest.mark.parametrize("game", ["caravan", "burgundy"])


class Table:
    """A guarded match with its credentials. Every move continues from the latest sealed state."""

    def __init__(self, client, game, **setup):
        self.client, self.game = client, game
        response = client.post(f"/v1/games/{game}/states", json={"seats": 2, "guarded": True, **setup})
        assert response.status_code == 201, response.text
        self.position = response.json
        self.sealed_state, self.credentials = self.position["sealed_state"], self.position["credentials"]

    @property
    def seat(self):
        """Return the seat to move."""
        return self.position["turn"]["seat"]

    def send(self, call, principal, *, sealed_state=None, language="en", **body):
        """Send a request with the credential of a seat or the keeper, and return the response."""
        credential = self.credentials["keeper"] if principal == "keeper" else self.credentials["seats"][principal]
        body = {"sealed_state": sealed_state or self.sealed_state, "credential": credential, **body}
        return self.client.post(f"/v1/games/{self.game}/{call}", json=body, headers={"Accept-Language": language})

    def post(self, call, principal, **body):
        """Send a request that must return 200, and return its body."""
        response = self.send(call, principal, **body)
        assert response.status_code == 200, response.text
        return response.json

    def legal(self):
        """Return the notations of the legal actions."""
        return [action["notation"] for action in self.post("legal-actions", self.seat)["legal_actions"]]

    def play(self, line):
        """Play a line for the seat to move."""
        self.position = self.post("moves", self.seat, notation=line)
        self.sealed_state = self.position["sealed_state"]
        return self.position


@pytest.fixture
def toy(guarded):
    return Table(guarded, "caravan")


# --- set-up and credentials -----------------------------------------------------------------------------------------


@each_game
def test_set_up_returns_a_sealed_state_and_credentials_for_each_seat_and_the_keeper(guarded, game):
    match = Table(guarded, game).position
    assert "state" not in match
    assert "chance_key" not in match
    assert len({*match["credentials"]["seats"], match["credentials"]["keeper"]}) == 3
    assert len(bytes.fromhex(match["commitment"])) == 32


def test_an_impossible_set_up_creates_no_guard(guarded_app, guarded, monkeypatch):
    guards = []
    monkeypatch.setattr(guarded_app.extensions["referee.matches"].store, "begin_guard", guards.append)
    post_error(guarded, "states", 409, "impossible-setup", seats=2, guarded=True, options={"first_player": 7})
    assert guards == []


@each_game
def test_a_credential_acts_only_for_its_own_seat(guarded, game):
    table = Table(guarded, game)
    seat, other = table.seat, 1 - table.seat
    assert table.post("views", seat)["seat"] == seat
    listed = table.post("legal-actions", seat)["legal_actions"]
    assert table.post("views", seat, seat=seat)["legal_actions"] == listed != []
    problem(table.send("views", seat, seat=other), 403, "bad-credential")
    assert table.post("legal-actions", other)["legal_actions"] == []
    assert table.post("views", other)["legal_actions"] == []
    line = table.legal()[0]
    for call in ("moves", "verdicts"):
        problem(table.send(call, other, seat=seat, notation=line), 403, "bad-credential")
        problem(table.send(call, "keeper", seat=seat, notation=line), 403, "bad-credential")
        problem(table.send(call, "keeper", notation=line), 403, "bad-credential")
    error = problem(table.send("moves", other, notation=line), 409, "illegal-move")
    assert [refusal["rule"] for refusal in error["refusals"]] == ["referee.seat"]
    assert error["suggestions"] == []
    assert table.post("verdicts", seat, notation=line) == {
        "legal": True,
        "refusals": [],
        "suggestions": [],
        "preview": None,
    }


@each_game
def test_the_keeper_sees_all_views(guarded, game):
    table = Table(guarded, game)
    assert [table.post("views", "keeper", seat=seat)["seat"] for seat in (0, 1, None)] == [0, 1, None]
    assert table.post("legal-actions", "keeper") == table.post("legal-actions", table.seat)
    assert table.position["legal_actions"] == table.post("legal-actions", table.seat)["legal_actions"]
    assert all("notation" in played for played in table.position["played"])


def test_a_seat_sees_its_own_cards_and_not_those_of_others(toy):
    toy.play("rest")
    draws = [played for played in toy.position["played"] if played["kind"] == "draw"]
    assert draws
    assert all("notation" not in played for played in draws)  # the next player drew them
    players = toy.post("views", 0)["view"]["board"]["players"]
    assert players[0]["hand"]
    assert players[1]["hand"] == []


# --- no take-backs --------------------------------------------------------------------------------------------------


def test_after_an_irreversible_move_only_the_same_move_is_accepted_again(toy):
    before = toy.sealed_state
    first = toy.play("rest")
    problem(toy.send("moves", 0, sealed_state=before, notation="ask seat=1 good=silk"), 409, "already-played")
    again = toy.post("moves", 0, sealed_state=before, notation="rest")
    assert again["sealed_state"] != first["sealed_state"]
    assert len(again["sealed_state"]) == len(first["sealed_state"])
    assert again | {"sealed_state": ""} == first | {"sealed_state": ""}
    assert toy.post("views", 1, sealed_state=again["sealed_state"]) == toy.post(
        "views", 1, sealed_state=first["sealed_state"]
    )


def test_reversible_moves_can_be_taken_back_until_an_irreversible_one(guarded):
    table = Table(guarded, "burgundy")
    before, seat = table.sealed_state, table.seat
    one, other = [line for line in table.legal() if line.startswith("take_tile")][:2]
    table.play(one)
    assert table.seat == seat
    table.sealed_state = before
    table.play(other)
    while table.seat == seat:
        table.play(next(line for line in table.legal() if line.startswith(("take_workers", "end_turn"))))
    problem(table.send("moves", seat, sealed_state=before, moves=_steps(seat, one, "end_turn")), 409, "illegal-move")
    dice = _workers(table, seat, before)
    response = table.send("moves", seat, sealed_state=before, moves=_steps(seat, *dice, "end_turn"))
    assert response.json["code"] in ("already-played", "irreversible-move")
    while (response := table.send("moves", seat, sealed_state=before, notation=dice.pop(0))).status_code == 200:
        before = response.json["sealed_state"]
    problem(response, 409, "already-played")


def _steps(seat, *lines):
    return [{"seat": seat, "notation": line} for line in lines]


def _workers(table, seat, sealed_state):
    dice = table.post("views", seat, sealed_state=sealed_state)["view"]["players"][seat]["dice"]
    return [f"take_workers die={die}" for die in dice]


def test_exactly_one_of_several_concurrent_moves_is_accepted(guarded_app):
    lines = ("rest", "ask seat=1 good=silk", "ask seat=1 good=gold", "ask seat=1 good=salt")
    for _ in range(8):
        table, barrier = Table(guarded_app.test_client(), "caravan"), Barrier(len(lines))

        def play(line, table=table, barrier=barrier):
            client = guarded_app.test_client()
            body = {"sealed_state": table.sealed_state, "credential": table.credentials["seats"][0], "notation": line}
            barrier.wait()
            return client.post("/v1/games/caravan/moves", json=body)

        with ThreadPoolExecutor(len(lines)) as clients:
            responses = list(clients.map(play, lines))
        assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
        for response in responses:
            assert response.status_code == 200 or response.json["code"] == "already-played"


def test_any_process_serves_any_request_and_secrets_can_be_rotated(guarded_app, redis):
    table = Table(guarded_app.test_client(), "burgundy")
    for secrets in (SECRET, f"second:another long secret,{SECRET}"):
        settings = Settings.from_env({"REFEREE_SECRET": secrets})
        table.client = create_app(settings, RedisStore(redis.url, LONG_TIMEOUT)).test_client()
        table.play(table.legal()[0])
    assert table.sealed_state.startswith("second.")
    table.client = guarded_app.test_client()
    problem(table.send("views", 0), 403, "bad-sealed-state")


def test_no_irreversible_move_is_played_without_the_guard():
    with embedded_redis() as server:
        games = {**GAMES, TOY.name: TOY}
        settings = Settings.from_env({"REFEREE_SECRET": SECRET})
        client = create_app(settings, RedisStore(server.url, LONG_TIMEOUT), games=games).test_client()
        table = Table(client, "caravan")
        server.stop()
        for response in (
            table.send("moves", 0, notation="rest"),
            client.post("/v1/games/caravan/states", json={"seats": 2, "guarded": True}),
        ):
            problem(response, 503, "guard-unavailable")
            assert int(response.headers["Retry-After"]) >= 1
        assert table.post("views", 0)["seat"] == 0
        assert new_match(client)["ply"] > 0
        server.start()  # the new Redis has no guard for the match
        wait_until(lambda: client.get("/readyz").json["store"]["up"])
        for language, advice in (("en", "set up a new match"), ("fr", "commencez une nouvelle partie")):
            lost = table.send("moves", 0, notation="rest", language=language)
            assert advice in problem(lost, 410, "match-lost")["detail"]
            assert "Retry-After" not in lost.headers
        Table(client, "caravan").play("rest")


# --- no way around the guard ----------------------------------------------------------------------------------------


def test_a_list_cannot_continue_after_an_irreversible_move(toy):
    for after in ("rest", "build stall=inn", "nonsense"):
        response = toy.send("moves", 0, moves=_steps(0, "rest", after))
        assert "draw" not in response.text
        problem(response, 409, "irreversible-move")
    toy.play("ask seat=1 good=silk")  # the lists committed nothing


def test_a_verdict_does_not_reveal_the_dice(toy):
    verdict = toy.post("verdicts", 0, notation="rest")
    assert (verdict["legal"], verdict["preview"]) == (True, None)


def test_an_open_state_with_the_commitment_of_a_match_does_not_roll_its_dice(guarded, toy):
    open_match = play_chance(TOY, start(TOY, seats=2, chance=Chance("seeded", "1"))).match
    forged = replace(open_match, chance=Chance("secret", toy.position["commitment"], 20))
    state = json.loads(encode(forged))
    after = post(guarded, "moves", game="caravan", state=state, notation="rest")
    assert after["turn"]["seat"] == "chance"
    assert "sealed_state" not in after
    error = post_error(
        guarded, "moves", 409, "illegal-move", game="caravan", state=after["state"], notation="roll pace=fast"
    )
    assert error["refusals"]


def test_an_open_match_cannot_become_guarded(guarded, toy):
    state = new_match(guarded, game="caravan")["state"]
    post_error(guarded, "states", 422, "schema-mismatch", game="caravan", seats=2, guarded=True, state=state)
    chance = {"mode": "seeded", "seed": "1"}
    post_error(guarded, "states", 409, "impossible-setup", game="caravan", seats=2, guarded=True, chance=chance)
    for call, more in (("moves", {"notation": "rest"}), ("verdicts", {"notation": "rest"}), ("views", {})):
        assert "sealed_state" not in post(guarded, call, game="caravan", state=state, **more)
    sealed = {"sealed_state": toy.sealed_state, "credential": toy.credentials["seats"][0]}
    post_error(guarded, "moves", 422, "schema-mismatch", game="caravan", state=state, notation="rest", **sealed)
    post_error(guarded, "moves", 404, "unknown-state", game="caravan", digest=toy.position["digest"], notation="rest")
    secret = guarded.post("/v1/games/caravan/states", json={"seats": 2, "chance": {"mode": "secret", "seed": "x"}})
    problem(secret, 422, "schema-mismatch")


# --- no leaks -------------------------------------------------------------------------------------------------------


def states_with_equal_view(game, state, seat):
    """Return this state and up to two others with the same view for a seat."""
    view = game.view(state, seat)
    samples = [game.determinize(view, seed_key(str(number))) for number in range(6)]
    different = [other for other in samples if other != state]
    return [state, *different[:2]]


@pytest.mark.parametrize(("game", "seats", "each"), [(TOY, 2, 3), (GAMES["dice_settlers"], 4, 12)])
def test_states_with_equal_views_give_a_seat_equal_responses(guarded_app, game, seats, each):
    """Some random games of Dice Settlers have closed bags."""
    matches, client = guarded_app.extensions["referee.matches"], guarded_app.test_client()
    crypto = matches.crypto
    compared = moved = 0
    for ply in sampled_plies(game, seats, each):
        for seat in (0, 1):
            states = states_with_equal_view(game, ply.before.state, seat)
            if len(states) == 1:
                continue
            lines = lines_to_try(game, ply)
            match_id = crypto.new_match_id()
            matches.store.begin_guard(match_id)
            secret = Chance("secret", commitment(crypto.chance_key(match_id)), ply.before.chance.count)
            variants = [replace(ply.before, chance=secret, state=state) for state in states]
            first, *others = [all_responses(crypto, client, match_id, each, seat, lines) for each in variants]
            for index, other in enumerate(others, start=1):
                assert other.keys() == first.keys()
                for (call, line), response in other.items():
                    if call != "moves" or is_view_equal_after(game, states[0], states[index], line, seat):
                        assert response == first[call, line], (ply.action, seat, call, line)
                        compared += 1
                        moved += call == "moves" and b'"legal_actions"' in response
    assert compared > 500
    assert moved > 20


def lines_to_try(game, ply):
    """Return legal lines, slightly changed lines, and lines that belong to other questions."""
    state = ply.before.state
    legal = [notation(action) for action in islice(legal_actions(game, state), 12)] if ply.seat != CHANCE else []
    near = [notation(action) for action in islice(mutations(game, state, ply.action), 6)] if ply.seat != CHANCE else []
    others = {"caravan": ("rest", "give", "build stall=inn", "ask seat=1 good=gold")}
    return dict.fromkeys([*legal, *near, "pay_cheapest", *others.get(game.name, ("draw_two", "end_turn", "end_roll"))])


def all_responses(crypto, client, match_id, match, seat, lines):
    """Return every response that a seat can get about a match, by (call, line)."""
    payload = SealedPayload(match_id, str(hash(match)), 2, encode(match), base_ply=1000)  # later than any commit
    sealed_state = crypto.seal(payload, game=match.game)
    sealed = {"sealed_state": sealed_state, "credential": crypto.credential_for(match_id, seat)}
    requests = [(call, None) for call in ("views", "legal-actions", "scores")]
    requests += [(call, line) for call in ("verdicts", "moves") for line in lines]
    return {
        (call, line): comparable_response(client, match.game, call, sealed | ({"notation": line} if line else {}))
        for call, line in requests
    } | {("sealed_state length", None): str(len(sealed_state)).encode()}


def comparable_response(client, game, call, body):
    """Return status and body as bytes, without the request id and with the length of the sealed state only."""
    response = client.post(f"/v1/games/{game}/{call}", json=body)
    assert response.status_code < 500, response.text
    content = response.json
    content.pop("request_id", None)
    content["sealed_state"] = len(content.get("sealed_state", ""))
    return json.dumps([response.status_code, content]).encode()


def is_view_equal_after(game, state, other, line, seat):
    """Return whether the seat still has equal views after a line. Cards drawn from different decks are no leak."""
    try:
        action = parse_notation(game, line)
        after = [apply(game, before, action)[0] for before in (state, other)]
    except Exception:
        return True
    turns = [game.turn(state) for state in after]
    return turns[0] is not None and turns[0].seat != CHANCE and game.view(after[0], seat) == game.view(after[1], seat)


# --- a whole match --------------------------------------------------------------------------------------------------


@each_game
def test_the_key_is_revealed_at_the_end_and_reproduces_every_die(guarded, game):
    table, rng, moves = Table(guarded, game), random.Random(5), []
    promised, lengths = table.position["commitment"], {len(table.sealed_state)}
    while table.position["turn"] is not None:
        assert "chance_key" not in table.position
        assert "chance_key" not in table.post("views", "keeper")
        seat, line = table.seat, rng.choice(table.legal())
        table.play(line)
        moves.append((seat, line))
        assert table.position["commitment"] == promised
        lengths.add(len(table.sealed_state))
    key = bytes.fromhex(table.position["chance_key"])
    assert commitment(key) == promised
    assert table.post("views", 0)["chance_key"] == table.position["chance_key"]
    assert len(lengths) == 1
    rules = ALL_GAMES[game]
    match = play_chance(rules, start(rules, seats=2, chance=Chance("secret", promised)), key).match
    for seat, line in moves:
        match = play_chance(rules, play_move(rules, match, seat, parse_notation(rules, line)).match, key).match
    assert match.ply == table.position["ply"]
    assert json.loads(json.dumps(table.post("scores", 0)["scores"])) == list(rules.result(match.state).scores)
