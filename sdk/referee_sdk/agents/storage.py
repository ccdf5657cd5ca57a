"""Folder that stores texts by name, so that matches survive a restart."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from tempfile import NamedTemporaryFile

MAX_AGE_SECONDS = 90 * 86_400.0
"""Age after which a text that was not written again is deleted: as long as a guarded match lives."""

_NAME = re.compile(r"[a-z0-9-]{1,100}")


class FolderStorage(MutableMapping[str, str]):
    """Mapping of names to texts, one file each, that only the user of this process may read.

    A text replaces the earlier one at once, so a process that dies leaves no half file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._remove_old()

    def __getitem__(self, name: str) -> str:
        try:
            return self._path(name).read_text("utf-8")
        except FileNotFoundError as error:
            raise KeyError(name) from error

    def __setitem__(self, name: str, text: str) -> None:
        path = self._path(name)
        with NamedTemporaryFile("w", encoding="utf-8", dir=self.folder, prefix="new.", delete=False) as file:
            file.write(text)
        os.replace(file.name, path)

    def __delitem__(self, name: str) -> None:
        try:
            self._path(name).unlink()
        except FileNotFoundError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in self.folder.glob("*.json"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise KeyError(name)
        return self.folder / f"{name}.json"

    def _remove_old(self) -> None:
        oldest = time.time() - MAX_AGE_SECONDS
        for path in self.folder.iterdir():
            if path.name.startswith("new.") or path.suffix == ".json":
                try:
                    if path.stat().st_mtime < oldest:
                        path.unlink()
                except FileNotFoundError:  # another process was faster
                    continue
