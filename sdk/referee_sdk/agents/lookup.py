"""Answers about a game without a match: games, rules and components, found by a word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import get_close_matches

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.texts import Texts
from referee_sdk.catalogue import Component, GameInfo, Rule
from referee_sdk.client import Client

Guides = Callable[[str], str]
"""Returns the guide of a game for agents, or an empty text if there is none."""

MAX_RULES = 8
MAX_COMPONENTS = 6
"""Components of one name."""
MAX_COMPONENT_NAMES = 12
"""Names in one query, such as all cards of a hand."""
MAX_NAMES = 12

_FACT = re.compile(r"\{(\w+)[^}]*\}")


class Lookup:
    """Answers about the games of one service, in one language."""

    def __init__(self, client: Client, texts: Texts, guides: Guides) -> None:
        self.client, self.texts, self.guides = client, texts, guides

    def game(self, game: str) -> GameInfo:
        """Return a game by its name or title. Raises `AgentError` with all games."""
        wanted, listed = _folded(game.strip(" `\"'")), self.client.games()
        for each in listed:
            if wanted in (_folded(each.game), _folded(each.game.replace("_", " ")), _folded(each.title)):
                return self.client.game(each.game)
        raise AgentError(self.texts.get("unknown game", game=game, games=", ".join(each.game for each in listed)))

    def games(self) -> str:
        """Return all games with seats and options."""
        lines = []
        for each in self.client.games():
            info = self.client.game(each.game)
            seats = ", ".join(map(str, info.seats))
            lines.append(self.texts.get("game", game=info.game, title=info.title, seats=seats) + _options(info))
        return "\n".join([*lines, self.texts.get("games")])

    def rules(self, game: str, query: str) -> str:
        """Return the guide of a game, or the rules that a word or the beginning of an id finds."""
        info = self.game(game)
        if not query.strip():
            return self._guide(info)
        rules = self.client.rules(info.game)
        found = _ranked(rules, query)
        if not found:
            prefixes = ", ".join(dict.fromkeys(rule.rule.partition(".")[0] for rule in rules))
            raise AgentError(self.texts.get("no rule", game=info.game, query=query, prefixes=prefixes))
        return self._limited([_rule_line(rule) for rule in found], MAX_RULES)

    def components(self, game: str, query: str, pack: str | None = None) -> str:
        """Return what the components with a name do, or with several names and commas. Without, return all names."""
        info = self.game(game)
        names = [name for each in query.split(",") if (name := each.strip(" `\"'“”"))]
        if len(names) > MAX_COMPONENT_NAMES:
            raise AgentError(self.texts.get("too many names", most=MAX_COMPONENT_NAMES))
        if not names:
            kinds: dict[str, list[str]] = {}
            for each in self.client.components(info.game, pack=pack):
                kinds.setdefault(each.kind, []).append(each.name)
            listed = "; ".join(f"{kind}: {', '.join(dict.fromkeys(each))}" for kind, each in kinds.items())
            return self.texts.get("kinds", names=listed)
        return "\n".join(dict.fromkeys(self._component(info.game, name, pack) for name in names))

    def _component(self, game: str, name: str, pack: str | None) -> str:
        found = self.client.components(game, q=name.replace("_", " "), pack=pack)
        found = _exact(found, name) or found or self._by_id(game, name, pack)
        if not found:
            raise self._no_component(game, name, pack)
        colon = self.texts.get("colon")
        distinct = dict.fromkeys(f"{each.name} ({each.id}){colon}{each.text}" for each in found)
        return self._limited(list(distinct), MAX_COMPONENTS)

    def _by_id(self, game: str, name: str, pack: str | None) -> tuple[Component, ...]:
        wanted = name.casefold().replace(" ", "_")
        return tuple(each for each in self.client.components(game, pack=pack) if wanted in each.id)

    def _no_component(self, game: str, name: str, pack: str | None) -> AgentError:
        names = {_folded(each.name): each.name for each in self.client.components(game, pack=pack)}
        near = get_close_matches(_folded(name), list(names), MAX_NAMES, 0.5)
        lines = [self.texts.get("no component", game=game, query=name)]
        if near:
            lines.append(self.texts.get("similar names", names=", ".join(names[each] for each in near)))
        else:
            lines.append(self.components(game, "", pack))
        return AgentError(" ".join(lines))

    def _guide(self, info: GameInfo) -> str:
        guide = self.guides(info.game)
        if guide:
            return f"{guide.strip()}\n{self.texts.get('search rules')}"
        verbs = (
            " ".join([name, *(f"{field}=…" for field in verb.fields)])
            for name, verb in info.verbs.items()
            if not verb.chance
        )
        return f"{info.title}\n{self.texts.get('verbs', verbs='; '.join(verbs))}\n{self.texts.get('search rules')}"

    def _limited(self, lines: list[str], most: int) -> str:
        hidden = len(lines) - most
        shown = lines[:most] if hidden <= 0 else [*lines[:most], self.texts.get("more", count=hidden)]
        return "\n".join(shown)


def _options(info: GameInfo) -> str:
    parts = []
    for name, option in info.options.get("properties", {}).items():
        values = option.get("enum") or [each["value"] for each in option.get("x-titles", [])]
        parts.append(f"{name}={'|'.join(map(str, values))}" if values else name)
    return f"; {'; '.join(parts)}" if parts else ""


def _ranked(rules: Iterable[Rule], query: str) -> list[Rule]:
    """Return the rules that a query finds: by their id, else by all its words, else by most of them."""
    text = query.strip(" `\"'().").casefold()
    listed = list(rules)
    by_id = [rule for rule in listed if rule.rule == text] or [rule for rule in listed if rule.rule.startswith(text)]
    if by_id:
        return by_id
    words = _folded(query).split()
    texts = {rule.rule: _folded(f"{rule.rule} {rule.title} {rule.message}".replace("_", " ")) for rule in listed}
    counts = {rule.rule: sum(word in texts[rule.rule] for word in words) for rule in listed}
    most = max(counts.values(), default=0)
    return [rule for rule in listed if most and counts[rule.rule] == most]


def _rule_line(rule: Rule) -> str:
    """Return a rule with the template of its sentence: facts are in braces, optional parts in brackets."""
    message = _FACT.sub(r"{\1}", rule.message)
    return f"{rule.rule}: {rule.title}. {message} ({rule.source})"


def _exact(components: Iterable[Component], name: str) -> tuple[Component, ...]:
    forms = {_folded(name), _folded(name.replace("_", " "))}
    return tuple(each for each in components if forms & {_folded(each.name), _folded(each.id)})


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))
