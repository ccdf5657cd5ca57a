"""File of saved tables: it has every change at once, also if the program is killed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from referee_sdk import BadRequest
from referee_sdk.chat import TableFile
from tests.running.conftest import PATIENCE, clean_environment
from tests.sdk.matches import ROOT

BOT = ROOT / "examples" / "chat_bot.py"


def test_a_table_file_is_a_mapping_that_survives(tmp_path):
    with TableFile(tmp_path / "tables.db") as storage:
        storage["#games"] = "short"
        storage["#games"] = "longer " * 100
        storage["#other"] = "other"
        del storage["#other"]
        with TableFile(tmp_path / "tables.db") as reopened:
            assert dict(reopened) == {"#games": "longer " * 100}
        assert (len(storage), storage.pop("#other", None)) == (1, None)
        with pytest.raises(KeyError):
            del storage["#other"]


def test_another_kind_of_file_is_refused(tmp_path):
    other = tmp_path / "tables.db"
    other.write_text("These are no tables. " * 100)
    for path in (other, tmp_path / "missing" / "tables.db"):
        with pytest.raises(BadRequest, match=r"tables\.db cannot keep tables: .*\. Name another file"):
            TableFile(path)


KILLED = """
import os, signal, sys
from referee_sdk.chat import TableFile
storage = TableFile(sys.argv[1])
for length in (10, 2000, 300):
    storage["#games"] = "x" * length
    storage[f"#{length}"] = "y"
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_program_loses_nothing(tmp_path):
    path = tmp_path / "tables.db"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=PATIENCE, check=False)
    assert ended.returncode == -signal.SIGKILL
    with TableFile(path) as storage:
        assert dict(storage) == {"#games": "x" * 300, "#10": "y", "#2000": "y", "#300": "y"}


@contextmanager
def chat_bot(folder: Path, end: int) -> Iterator[Callable[[str, str], str]]:
    """Run the chat bot in a folder, yield a function that sends it texts of users, and end it with a signal."""
    command = [sys.executable, str(BOT), "--token", "sesame", "--port", "0"]
    environment = clean_environment(PYTHONPATH=str(ROOT))
    with (folder / "errors").open("w") as errors:
        options = {"env": environment, "cwd": folder, "stdout": subprocess.PIPE, "stderr": errors, "text": True}
        with subprocess.Popen(command, **options) as process:
            address = re.search(r"http://127.0.0.1:\d+", process.stdout.readline())[0]

            def say(user: str, text: str) -> str:
                form = {"token": "sesame", "channel_id": "games", "user_name": user, "text": text}
                with urlopen(address, urlencode(form).encode(), timeout=PATIENCE) as response:
                    return json.loads(response.read())["text"]

            try:
                yield say
            finally:
                process.send_signal(end)
                process.wait(PATIENCE)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_chat_bot_has_its_tables_after_any_end(tmp_path, end):
    with chat_bot(tmp_path, end) as say:
        say("ann", "new settlement 2")
        say("bob", "join")
        say("zoe", "help")
        before = say("zoe", "table")
    assert "Traceback" not in (tmp_path / "errors").read_text()
    with chat_bot(tmp_path, end) as say:
        assert say("zoe", "table") == before
