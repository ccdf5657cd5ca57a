"""Files of `web/`: the page and the kit, in memory, under an address that has a hash of all of them.

In a wheel `web/` lies inside the package. In a checkout it lies beside it, and a changed file shows without a restart.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from referee_service.kernel.rules import Language
from referee_service.services.encoded_body import EncodedBody, encoded_body

MEDIA_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Media types of served files by suffix. Files with another suffix are not served."""
COMPRESSED: Final = frozenset({".png", ".webp", ".woff2"})
"""Suffixes of formats that gzip does not make smaller."""

PAGE: Final = "page/index.html"
"""The template of the page. `{kit}` is the address of the kit, `{language}` that of the texts, `{modules}` preloads."""
FIRST_MODULE: Final = "page/app.js"
"""The module that the page loads."""
ENTRY: Final = "referee.js"
"""The module for other pages: it defines the elements and exports the classes."""
ICON: Final = "page/icon.svg"
"""The icon of the page."""

_IMPORT: Final = re.compile(r"""^(?:import|export)\s(?:[^"';]*?\sfrom\s+)?["'](\.[^"']+)["']""", re.MULTILINE)
"""A static import of another file. Imports of types in comments and `import(…)` are none."""


class WebFile(Struct, frozen=True):
    """One file as it is sent."""

    media_type: str
    body: EncodedBody


class WebFiles(Struct, frozen=True):
    """All files of one version of `web/`."""

    digest: str
    """Hash of the names and contents of all files."""
    files: Mapping[str, WebFile]
    """Served files by their path below `web/`."""
    pages: Mapping[Language, EncodedBody]
    """The page in each language."""
    entry: EncodedBody
    """A module with a stable address: it exports what the module of this version exports."""


class WebFolder:
    """The current files of a folder, read when first needed. Files of a watched folder may change."""

    def __init__(self, folder: Path, *, is_watched: bool) -> None:
        self._folder, self._is_watched = folder, is_watched
        self._found: WebFiles | None = None
        self._stamp: tuple[tuple[str, int], ...] = ()

    def files(self, digest: str = "") -> WebFiles:
        """Return the files. Those of a watched folder are read again if they have changed, unless `digest` is theirs.

        So a page that has loaded its first files gets the rest of the same version.
        """
        found = self._found
        if found is not None and (found.digest == digest or not self._is_watched):
            return found
        stamp = tuple((path.as_posix(), path.stat().st_mtime_ns) for path in _paths(self._folder))
        if found is None or stamp != self._stamp:
            self._found, self._stamp = found, _ = read_files(self._folder), stamp
        return found


def web_folder() -> WebFolder:
    """Return the folder of this installation: inside the package in a wheel, beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "web"
    return (
        WebFolder(inside, is_watched=False) if inside.is_dir() else WebFolder(package.parent / "web", is_watched=True)
    )


def _paths(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (*MEDIA_TYPES, ".html") and path.is_file())


def read_files(folder: Path) -> WebFiles:
    """Read all files of a folder."""
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _paths(folder)}
    hashed = blake2b(digest_size=8)
    for name, content in contents.items():
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    digest, files = hashed.hexdigest(), {}
    for name, content in contents.items():
        suffix = Path(name).suffix
        if suffix in MEDIA_TYPES:
            files[name] = WebFile(MEDIA_TYPES[suffix], encoded_body(content, is_compressed=suffix in COMPRESSED))
    template = contents[PAGE].decode().replace("{modules}", _preloads(files)).replace("{kit}", f"kit/{digest}")
    pages: dict[Language, EncodedBody] = {
        language: encoded_body(template.replace("{language}", language).encode()) for language in ("en", "fr")
    }
    return WebFiles(digest, files, pages, encoded_body(f'export * from "./{digest}/{ENTRY}";\n'.encode()))


def _preloads(files: Mapping[str, WebFile]) -> str:
    """Return links with which a browser loads all modules of the first screen at once, not one after the other."""
    names = module_closure(files, FIRST_MODULE)
    return "\n".join(f'<link rel="modulepreload" href="{{kit}}/{name}">' for name in names)


def module_closure(files: Mapping[str, WebFile], first: str) -> list[str]:
    """Return a module and all modules that it imports statically, each once. Missing files are left out."""
    found, waiting = [], [first]
    while waiting:
        name = waiting.pop()
        if name in files and name not in found:
            found.append(name)
            waiting += imports(name, files[name].body.raw.decode())
    return sorted(found)


def imports(name: str, text: str) -> Iterator[str]:
    """Yield the path of each file that a module imports statically."""
    for address in _IMPORT.findall(text):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
