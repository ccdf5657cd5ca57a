"""Catalogue of a game as frozen dataclasses: games, verbs, rules and components, with the names of the HTTP JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class GameSummary:
    """A game with its possible seat counts, rulesets and content packs."""

    game: str
    title: str
    seats: tuple[int, ...]
    rulesets: tuple[str, ...]
    content: tuple[str, ...]


@dataclass(frozen=True)
class GameList:
    """All games of the service."""

    games: tuple[GameSummary, ...]


@dataclass(frozen=True)
class VerbField:
    """A field of a verb: the domain its values come from."""

    domain: str


@dataclass(frozen=True)
class Verb:
    """A verb: its title, whether only chance plays it, and its fields."""

    title: str
    chance: bool
    fields: dict[str, VerbField]


@dataclass(frozen=True)
class GameInfo:
    """One game: seat counts, JSON Schema of its options, verbs, and the row count per provenance of every pack.

    `picture_parts` has the parts of its pictures. It is empty if the service draws none.
    """

    game: str
    title: str
    seats: tuple[int, ...]
    rulesets: tuple[str, ...]
    content: tuple[str, ...]
    options: dict[str, Any]
    verbs: dict[str, Verb]
    packs: dict[str, dict[str, int]]
    picture_parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A rule: title, message template, and its place in the rulebook."""

    rule: str
    title: str
    message: str
    source: str


@dataclass(frozen=True)
class RuleList:
    """All rules of a game."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class RuleTitle:
    """A rule that a component refers to: its id for `client.rule`, and its title."""

    rule: str
    title: str


@dataclass(frozen=True)
class Component:
    """A tile, card, die or other component of a game: its name, and a text that says what it does.

    The text says what the component costs, when it works, what it does and what it is worth. Only `client.component`
    fills the fields after it: the `facts` that the rules execute, linked `rules`, `provenance`, and the `pack`.
    """

    id: str
    kind: str
    name: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict, hash=False)
    rules: tuple[RuleTitle, ...] = ()
    provenance: str = ""
    pack: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


@dataclass(frozen=True)
class ComponentList:
    """Components of a game, without facts and rules."""

    components: tuple[Component, ...]
