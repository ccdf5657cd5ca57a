"""Build id: names the code and the texts of this service, so that no other build uses what it cached."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from referee_service import __version__

_FILE_TYPES: Final = (".py", ".yaml")


@cache
def build_id() -> str:
    """Return the version and a digest of all code and texts. Equal installations on several hosts have the same id."""
    return f"{__version__}-{folder_digest(Path(__file__).parents[1])}"


def folder_digest(folder: Path) -> str:
    """Return a digest of the names and contents of all code and text files in a folder."""
    found = blake2b(digest_size=6)
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _FILE_TYPES):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()
