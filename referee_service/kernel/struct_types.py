"""Preparation of struct types for threads.

msgspec describes a struct type to itself when the type is decoded for the first time. Two threads that do this at once
crash the process, because the second one reads an incomplete description (msgspec 0.22.0). So each type is prepared
while one thread runs: by this decorator when its module is imported, and the types of a game by `Game`.
"""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)

PREPARED: Final[set[type[Struct]]] = set()
"""Types that are prepared. A test compares it with the types that are decoded."""


def prepare_type(struct: type[T]) -> type[T]:
    """Describe a struct type, and all types in its fields, to msgspec. Return the type."""
    msgspec.json.Decoder(struct)
    PREPARED.add(struct)
    return struct
