"""The command `referee conformance export`: the conformance kit as files, with progress and a summary."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from referee_service.games import GAMES
from referee_service.services.conformance.export import export_kit
from referee_service.services.conformance.rows import GameRow


def export(options: argparse.Namespace) -> int:
    """Write the kit of the chosen games. Return 0, or 1 if the folder cannot be written."""
    games = [GAMES[name] for name in dict.fromkeys(options.game or GAMES)]
    try:
        manifest = export_kit(options.folder, games, seed=options.seed, size=options.size, progress=show_progress)
    except OSError as error:
        show_progress("")
        print(f"referee: {error}", file=sys.stderr)
        return 1
    show_progress("")
    for game in manifest.games:
        print("\n".join(summary_lines(game)))
    size = sum(file.bytes for game in manifest.games for file in game.files.values())
    print(f"{options.folder}: {size / 1e6:.1f} MB, format {manifest.format}, seed {manifest.seed!r}")
    return 0


def show_progress(step: str) -> None:
    """Overwrite the current line of a terminal. Other outputs get no progress."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{step}", end="", file=sys.stderr, flush=True)


def summary_lines(game: GameRow) -> Iterator[str]:
    """Yield the counts of one game, and the names that its kit lacks."""
    counts = ", ".join(f"{file.rows} {subject}" for subject, file in game.files.items())
    yield f"{game.game}: {counts}"
    coverage = game.coverage
    for name, count, missing in (
        ("questions", coverage.questions, coverage.questions_missing),
        ("verbs", coverage.verbs, coverage.verbs_missing),
        ("rules that refuse", coverage.rules, coverage.rules_without_refusal),
    ):
        yield f"    {count} {name}" + (f"; none of: {', '.join(missing)}" if missing else ", all of the game")
