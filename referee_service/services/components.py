"""Components of a pack as responses: names, texts, facts and rules in one language, and the search by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.components import Component
from referee_service.kernel.game import AnyGame
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.packs import Provenance, pack_texts
from referee_service.kernel.rules import Language
from referee_service.kernel.setup import UnknownPack
from referee_service.services.errors import ServiceError

LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")
MAX_COMPARED_CHARS: Final = 60
"""How much of an unknown id is compared with the known ones."""
_EQUAL_LETTERS: Final = str.maketrans({"œ": "oe", "æ": "ae", "’": " ", "'": " ", "-": " ", "_": " "})


class ComponentSummary(Struct, frozen=True):
    """A component with its kind, its name, and a text that says what it costs, does and is worth."""

    id: str
    """Id of the component in states, actions and paths, such as `bank`."""
    kind: str
    """What it is, in one word of the rulebook, such as `building`."""
    name: str
    """Name for people."""
    text: str
    """What it costs, when it works, what it does and what it is worth."""


class ComponentList(Struct, frozen=True):
    """Components of a pack."""

    components: tuple[ComponentSummary, ...]
    """The components that match the query. Without a search they are in the order of the pack."""


class RuleReference(Struct, frozen=True):
    """A rule that a component refers to."""

    rule: str
    """Id of the rule, as `GET …/rules` lists it."""
    title: str
    """The rule in a few words."""


class ComponentResponse(Struct, frozen=True):
    """A component with the data that the rules execute (`facts`), its rules, its provenance and its pack."""

    id: str
    """Id of the component in states, actions and paths, such as `bank`."""
    kind: str
    """What it is, in one word of the rulebook, such as `building`."""
    name: str
    """Name for people."""
    text: str
    """What it costs, when it works, what it does and what it is worth."""
    facts: dict[str, object]
    """The data of the component that the rules execute."""
    rules: tuple[RuleReference, ...]
    """Rules that the component uses."""
    provenance: Provenance
    """Where its data comes from: the rulebook, the printed piece, derived from an example, or made for this pack."""
    pack: str
    """Pack that contains the component, and the digest of its data."""


ComponentTable = Mapping[str, Component]
"""The components of one pack in one language, by id."""


class ComponentService:
    """Components of all games. The table of each pack and language is written once, at its first use."""

    def __init__(self) -> None:
        self._tables: dict[tuple[str, str, Language], ComponentTable] = {}

    def pack_id(self, game: AnyGame, pack: str | None) -> str:
        """Return the full id of a pack, the default one for None. Raises ServiceError `unknown-pack`."""
        try:
            return game.packs.resolve_id(pack)
        except UnknownPack as error:
            raise ServiceError("unknown-pack.named", game=game.name, pack=error.pack, packs=error.packs) from error

    def find(
        self, game: AnyGame, pack: str, language: Language, *, kind: str | None = None, q: str | None = None
    ) -> ComponentList:
        """Return the components of a pack: of one kind, or with `q` in a name of either language.

        Case and accents do not count. Names that equal `q` come first, then those that begin with it. Raises
        ServiceError `unknown-kind` if no component of the pack has this kind.
        """
        found = list(self._table(game, pack, language).values())
        if kind is not None:
            kinds = tuple(dict.fromkeys(each.kind for each in found))
            if kind not in kinds:
                raise ServiceError("unknown-kind.named", game=game.name, kind=kind, kinds=kinds)
            found = [each for each in found if each.kind == kind]
        if q is not None:
            found = self._search(game, pack, found, folded(q))
        return ComponentList(tuple(ComponentSummary(each.id, each.kind, each.name, each.text) for each in found))

    def get(self, game: AnyGame, pack: str, component: str, language: Language) -> ComponentResponse:
        """Return one component of a pack. Raises ServiceError `unknown-component`, with a near id if there is one."""
        table = self._table(game, pack, language)
        found = table.get(component)
        if found is None:
            if near := self._nearest(game, pack, component):
                raise ServiceError("unknown-component.near", component=component, pack=pack, near=near)
            raise ServiceError("unknown-component.named", component=component, pack=pack, game=game.name)
        titles = game.texts(pack).rules
        rules = tuple(RuleReference(rule, titles[rule].title[language]) for rule in found.rules)
        return ComponentResponse(
            found.id, found.kind, found.name, found.text, found.facts, rules, found.provenance, pack
        )

    def _table(self, game: AnyGame, pack: str, language: Language) -> ComponentTable:
        key = game.name, pack, language
        if key not in self._tables:
            tables = game.packs.get(pack)
            written = game.components(tables, game.texts(pack), language)
            self._tables[key] = with_pack_texts(written, pack_texts(tables), language)
        return self._tables[key]

    def _search(self, game: AnyGame, pack: str, among: Iterable[Component], wanted: str) -> list[Component]:
        """Return the components whose folded name contains the wanted text in a language, the best ones first."""
        names = {each.id: self._folded_names(game, pack, each.id) for each in among}
        found = [each for each in among if any(wanted in name for name in names[each.id])]
        return sorted(found, key=lambda each: min(_distance(name, wanted) for name in names[each.id]))

    def _folded_names(self, game: AnyGame, pack: str, component: str) -> tuple[str, ...]:
        return tuple(folded(self._table(game, pack, language)[component].name) for language in LANGUAGES)

    def _nearest(self, game: AnyGame, pack: str, component: str) -> str:
        """Return the id whose own text or name in a language is most similar to an unknown id, or ""."""
        ids = {folded(each): each for each in self._table(game, pack, "en")}
        names = {name: each for each in ids.values() for name in self._folded_names(game, pack, each)}
        close = get_close_matches(folded(component[:MAX_COMPARED_CHARS]), [*ids, *names], n=1)
        return (names | ids)[close[0]] if close else ""


def with_pack_texts(
    components: Iterable[Component], texts: Mapping[str, ComponentTexts], language: Language
) -> dict[str, Component]:
    """Return components by id, with the names and texts that their pack gives them in place of the derived ones."""
    table = {each.id: each for each in components}
    for name, own in texts.items():
        if name not in table:
            continue
        if own.name is not None:
            table[name] = replace(table[name], name=capitalized(own.name[language]))
        if own.text is not None:
            table[name] = replace(table[name], text=own.text[language])
    return table


def folded(text: str) -> str:
    """Return a text without capitals, accents, ligatures, apostrophes and hyphens, for comparisons."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_EQUAL_LETTERS))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def _distance(name: str, wanted: str) -> int:
    """Return how well a name fits a search: 0 if it is equal, 1 if it begins so, 2 if it contains it, 3 if not."""
    if name == wanted:
        return 0
    return 1 if name.startswith(wanted) else 2 + (wanted not in name)
