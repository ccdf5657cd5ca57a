"""The first requests of a process come at the same time, to several threads."""

import subprocess
import sys

from referee_service.games import GAMES
from tests.architecture.source_files import ROOT

THREADS = 8
PROGRAM = """
import json, sys, threading
from referee_service.app import create_app
from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import encode
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.match import new_match, play_chance
from referee_service.kernel.notation import notation

app, count, statuses = create_app(), int(sys.argv[1]), []
sys.setswitchinterval(1e-6)  # threads alternate much more often than under load

def send(barrier, path, body):
    client = app.test_client()
    barrier.wait()
    statuses.append(client.post(path, data=body, content_type="application/json").status_code)

for name, game in GAMES.items():
    match = play_chance(game, new_match(game, seats=2, chance=Chance("seeded", "first"))).match
    line = json.dumps(notation(legal_actions(game, match.state)[0])).encode()
    body = b'{"state":%b,"notation":%b}' % (encode(match), line)
    arguments = threading.Barrier(count), f"/v1/games/{name}/moves", body
    threads = [threading.Thread(target=send, args=arguments) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(*statuses)
"""


def test_the_first_requests_may_come_at_the_same_time():
    """msgspec crashes the process if two threads decode a struct that no decoder was built for."""
    command = [sys.executable, "-c", PROGRAM, str(THREADS)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (run.returncode, run.stdout.split()) == (0, ["200"] * THREADS * len(GAMES)), run.stderr[-1000:]
