"""`deploy/system-packages.sh` with false system programs: it installs what is missing, or prints the command to run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running.conftest import ROOT

SCRIPT = ROOT / "deploy" / "system-packages.sh"
PROBES = dict(
    line.split("#")[0].split(":", 1)
    for line in (ROOT / "deploy/debian-packages.txt").read_text().splitlines()
    if line and not line.startswith("#")
)
"""The command of each package that succeeds if the package is installed."""
PACKAGES = list(PROBES)
PROGRAMS = ("sh", "sed", "dirname", "env")
"""The real programs that the script may use."""
PROGRAM_OF = {
    "python3-venv": "python3",
    "nginx-light": "nginx",
    "curl": "curl",
    "openssl": "openssl",
    "chromium": "chromium",
    "libfaketime": "ls",
}
"""The program that the command of each package starts."""
INSTALL = "apt-get install -y --no-install-recommends"


class Machine:
    """A folder that is the whole PATH of the script, with programs that log how they are called."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        for name in PROGRAMS:
            (folder / name).symlink_to(shutil.which(name))

    def has(self, name: str, script: str) -> None:
        """Add a program."""
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho {name} "$@" >>{self.log}\n{script}\n')
        path.chmod(0o755)

    def run(self) -> subprocess.CompletedProcess[str]:
        """Run the script on this machine."""
        return subprocess.run(
            [SCRIPT],
            env={"PATH": str(self.folder), "SBIN": ""},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def calls(self, name: str) -> list[str]:
        """Return the calls of a program, one line each."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.split()[0] == name]


@pytest.fixture
def machine(tmp_path: Path) -> Callable[..., Machine]:
    """Build a Debian machine with these packages installed."""

    def build(*installed: str, user: int = 0) -> Machine:
        made = Machine(tmp_path)
        for package in installed:
            made.has(PROGRAM_OF[package], "")
        made.has("id", f"echo {user}")
        made.has("apt-get", "")
        return made

    return build


def test_the_list_has_packages():
    assert PACKAGES
    assert PROGRAM_OF.keys() == PROBES.keys()
    assert all(PROGRAM_OF[package] in probe for package, probe in PROBES.items())


def test_if_nothing_is_missing_nothing_is_done_or_printed(machine):
    debian = machine(*PACKAGES)
    done = debian.run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not debian.calls("apt-get")


def test_root_installs_what_is_missing(machine):
    here, *missing = PACKAGES
    debian = machine(here)
    done = debian.run()
    assert done.returncode == 0, done.stderr
    assert debian.calls("apt-get") == ["apt-get update", " ".join([INSTALL, *missing])]


def test_a_user_with_sudo_and_no_password_installs_it_too(machine):
    debian = machine(user=1000)
    debian.has("sudo", '[ "$1" = -n ] && shift && exec "$@"')
    debian.has("true", "")
    assert debian.run().returncode == 0
    assert debian.calls("apt-get") == ["apt-get update", " ".join([INSTALL, *PACKAGES])]
    assert len(debian.calls("sudo")) == 2


@pytest.mark.parametrize(
    "sudo", ["", "echo a password is required >&2; exit 1"], ids=["without sudo", "with a password"]
)
def test_a_user_who_may_not_install_reads_the_one_command_to_run(machine, sudo):
    debian = machine(user=1000)
    if sudo:
        debian.has("sudo", sudo)
    done = debian.run()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"Run as root: apt-get update && {' '.join([INSTALL, *PACKAGES])}\n")
    assert not debian.calls("apt-get")


def test_a_failure_of_apt_is_the_failure_of_the_script(machine):
    debian = machine()
    debian.has("apt-get", "exit 100")
    assert debian.run().returncode == 100
    assert debian.calls("apt-get") == ["apt-get update"]


def test_another_system_names_the_missing_programs(tmp_path):
    done = Machine(tmp_path).run()
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert all(name in done.stderr for name in PACKAGES)


def test_a_failing_program_counts_as_missing(machine):
    debian = machine(*PACKAGES)
    debian.has("python3", "exit 1")
    assert debian.run().returncode == 0
    assert debian.calls("apt-get") == ["apt-get update", f"{INSTALL} python3-venv"]
