"""Report of the benchmarks: a table for the terminal, and docs/performance.md."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "performance.md"
LIMITS: Final[dict[str, str]] = {
    "`POST moves` / Flask echo, 4 connections": "at least 0.5, goal 0.8",
    "`POST moves` / Flask echo, 16 connections": "at least 0.45, goal 0.8",
    "`POST moves`, state never seen, signed / Flask echo, 4 connections": "at least 0.45, goal 0.6",
    "`POST verdicts` / Flask echo, 4 connections": "at least 0.8, goal 1.2",
    "`POST verdicts` / Flask echo, 16 connections": "at least 1.1, goal 1.5",
    "p99 / p50 of `POST moves`, 16 connections": "at most 2.5, goal 2",
    "2 processes / 1, `POST moves`, 16 connections": "at least 1.6, goal 1.9",
    "memory of the service, at the start": "at most 150",
    "playouts / catanatron, worst table": "goal 1",
    "full step / python-chess": "at most 1, goal 0.6",
    "start of the app, CPU": "at most 1.3, goal 1",
}
"""Limits by the name of the figure, or by the part of the name before its colon."""


class Figure(NamedTuple):
    """Measured values of one quantity: one for each round and game. Ratios have the unit `x`."""

    name: str
    values: Sequence[float]
    unit: str = "x"

    @property
    def limit(self) -> str:
        """The limit that this figure must keep, or no text."""
        return LIMITS.get(self.name) or LIMITS.get(self.name.partition(":")[0], "")

    @property
    def text(self) -> str:
        """The median and, of several values, the least and the most. A figure without values was not measured."""
        if not self.values:
            return "not measured"
        middle = f"{_number(median(self.values))} {self.unit}".replace(" x", "x").replace(" /s", "/s")
        if len(self.values) == 1:
            return middle
        return f"{middle} ({_number(min(self.values))}–{_number(max(self.values))})"


class Machine(NamedTuple):
    """What the figures depend on: processor, cores, memory, system, Python, and the commit with its state."""

    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    commit: str


def _number(value: float) -> str:
    """Return a number with three digits that count, or with thousands separators."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def this_machine() -> Machine:
    """Return the machine that runs this process. Uncommitted changes are noted beside the commit."""
    processor = _field("/proc/cpuinfo", "model name") or platform.processor() or platform.machine()
    memory_kb = int(_field("/proc/meminfo", "MemTotal").split()[0])
    cores = len(os.sched_getaffinity(0))
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/performance.md")
    commit = _git("rev-parse", "--short=12", "HEAD") + (" with changes" if changed else "")
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return Machine(processor, cores, memory_kb / 1e6, system, platform.python_version(), commit)


def _field(path: str, name: str) -> str:
    """Return the first value of a field in a file of /proc, or no text."""
    for line in Path(path).read_text().splitlines():
        field, _, value = line.partition(":")
        if field.strip() == name:
            return value.strip()
    return ""


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def row(name: str, value: str, note: str = "") -> None:
    """Print one line of the table."""
    print(f"  {name:<72} {value:>24}   {note}".rstrip())


def page(figures: Iterable[Figure], machine: Machine, *, date: str, command: str, method: str) -> str:
    """Return docs/performance.md: what was measured, the machine, the command, and the table of figures."""
    rows = [f"| {figure.name} | {figure.text} | {figure.limit or '–'} |" for figure in figures]
    return "\n".join(
        [
            "# Performance",
            "",
            "This page is written by a program. Do not edit it: run the command below on a quiet machine.",
            "",
            "```sh",
            command,
            "```",
            "",
            f"Measured on {date}, commit {machine.commit}, Python {machine.python}.",
            f"{machine.processor}, cores: {machine.cores}, {machine.memory_gb:.0f} GB, {machine.system}.",
            "The load generator uses the same cores as the servers.",
            "",
            method,
            "",
            "| figure | median (least–most) | limit |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )
