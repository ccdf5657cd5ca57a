"""Tests that threads may decode every struct type for the first time at once."""

import ast
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.struct_types import PREPARED, prepare_type

ROOT = Path(__file__).parents[2] / "referee_service"
LOADED_AT_START = {"GameTexts", "Rule", "Chance", "Json", "Raw"}
"""Types that are no structs, or that the start of the service decodes."""

FIRST_REQUESTS = """
import sys, threading
from referee_service.app import create_app
from referee_service.settings import Settings
from referee_service.kernel import engine
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.match import new_match, play_chance
from referee_service.kernel.notation import notation

app = create_app(Settings.from_env({"REFEREE_SECRET": "k:correct horse battery staple"}))
game = app.extensions["referee.games"][sys.argv[1]]
match = play_chance(game, new_match(game, seats=2, chance=Chance("seeded", "x"))).match
line = notation(engine.legal_actions(game, match.state)[0])
state = encode(match).decode()
calls = {
    "moves": '{"state":%s,"notation":"%s"}' % (state, line),
    "views": '{"state":%s}' % state,
    "pictures": '{"state":%s}' % state,
    "states": '{"seats":2,"guarded":true,"options":{}}',
}
sys.setswitchinterval(1e-6)
barrier, statuses = threading.Barrier(8), []

def send(call):
    client = app.test_client()
    barrier.wait()
    path = f"/v1/games/{game.name}/{call}"
    statuses.append(client.post(path, data=calls[call], content_type="application/json").status_code)

threads = [threading.Thread(target=send, args=(call,)) for call in [*calls, *calls]]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sorted(statuses))
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_first_requests_of_a_process_may_come_at_once(game):
    done = subprocess.run([sys.executable, "-c", FIRST_REQUESTS, game], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[200, 200, 200, 200, 200, 200, 201, 201]\n"), done.stderr[-2000:]


def decoded_names():
    """Return the names of the types that functions decode, where threads may be the first. Commands have one thread."""
    for path in ROOT.rglob("*.py"):
        if path.parent.name == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            call = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if call == "msgspec.convert":
                types = [node.args[1]]
            elif call.startswith("msgspec.") and call.endswith(".decode"):
                types = [keyword.value for keyword in node.keywords if keyword.arg == "type"]
            else:
                continue
            yield from (name.id for each in types for name in ast.walk(each) if isinstance(name, ast.Name))


def test_every_type_that_is_decoded_is_prepared():
    create_app()
    prepared = {each.__name__ for each in PREPARED}
    found = {name for name in decoded_names() if name[0].isupper()} - LOADED_AT_START
    assert {"BotJob", "SearchTask"} <= found
    assert found <= prepared


def test_the_types_of_all_games_are_prepared():
    for game in GAMES.values():
        assert {game.state_type, game.options_type, game.view_type} <= PREPARED
        assert {verb.action for verb in game.verbs.values()} <= PREPARED


def test_a_prepared_type_stays_the_same():
    class Pair(msgspec.Struct):
        left: int

    assert prepare_type(Pair) is Pair
    assert Pair in PREPARED
    PREPARED.remove(Pair)
