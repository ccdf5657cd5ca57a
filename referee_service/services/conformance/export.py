"""The export of a kit as files: JSON lines for each game and subject, and a manifest that is written last."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import msgspec

from referee_service import __version__
from referee_service.kernel.game import AnyGame
from referee_service.services.conformance.kit import GameKit, build_kit
from referee_service.services.conformance.rows import FORMAT, FileRow, GameRow, Manifest
from referee_service.services.conformance.size import SIZES

MANIFEST = "manifest.json"


def export_kit(
    folder: Path,
    games: Iterable[AnyGame],
    *,
    seed: str,
    size: str,
    progress: Callable[[str], None] = lambda step: None,
) -> Manifest:
    """Write the kit of these games to a folder, which must be empty or new, and return its manifest.

    Raises FileExistsError if the folder has files, and OSError if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty; name a new folder")
    exported = []
    for game in games:
        kit = build_kit(game, SIZES[size], seed, lambda step, name=game.name: progress(f"{name}: {step}"))  # type: ignore[misc]
        exported.append(_write_game(folder, kit))
    manifest = Manifest(FORMAT, __version__, seed, size, tuple(exported))
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    return manifest


def _write_game(folder: Path, kit: GameKit) -> GameRow:
    """Write the files of one game and return its entry in the manifest."""
    game = kit.game
    (folder / game.name).mkdir()
    files: dict[str, FileRow] = {}
    for subject, rows in sorted(kit.subjects.items()):
        path = f"{game.name}/{subject}.jsonl"
        raw = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
        (folder / path).write_bytes(raw)
        files[subject] = FileRow(path, len(rows), len(raw), sha256(raw).hexdigest())
    return GameRow(game.name, game.ruleset, game.packs.resolve_id(None), game.seats, files, kit.coverage)
