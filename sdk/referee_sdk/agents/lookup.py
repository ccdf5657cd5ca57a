"""Answers about a game without a match: games, rules and components, found by a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.options import option_lines, option_text
from referee_sdk.agents.rule_search import MIN_BEGINNING, folded, found_rules, rule_line
from referee_sdk.agents.texts import Texts
from referee_sdk.catalogue import Component, GameInfo
from referee_sdk.client import Client
from referee_sdk.errors import Unavailable
from referee_sdk.match import Match
from referee_sdk.wsgi import IN_PROCESS_URL

Guides = Callable[[str], str]
"""Returns the guide of a game for agents, or an empty text if there is none."""

MAX_RULES = 8
MAX_COMPONENTS = 6
"""Components of one name."""
MAX_COMPONENT_NAMES = 12
"""Names in one query, such as all cards of a hand."""
MAX_NAMES = 12
MAX_MORE = 40
"""Ids of results that are not shown."""


class Lookup:
    """Answers about the games of one service, in one language."""

    def __init__(self, client: Client, texts: Texts, guides: Guides) -> None:
        self.client, self.texts, self.guides = client, texts, guides

    def game(self, game: str) -> GameInfo:
        """Return a game by its name or title. Raises `AgentError` with all games."""
        wanted, listed = folded(game.strip(" `\"'")), self.client.games()
        for each in listed:
            if wanted in (folded(each.game), folded(each.game.replace("_", " ")), folded(each.title)):
                return self.client.game(each.game)
        raise AgentError(self.texts.get("unknown game", game=game, games=", ".join(each.game for each in listed)))

    def games(self) -> str:
        """Return all games with seats and options."""
        lines, only = [], self.texts.get("only with")
        for each in self.client.games():
            info = self.client.game(each.game)
            line = self.texts.get("game", game=info.game, title=info.title, seats=", ".join(map(str, info.seats)))
            options = option_text(info, only)
            lines.append(f"{line}; {options}" if options else line)
        return "\n".join([*lines, self.texts.get("games" if self.has_search() else "games here")])

    def has_search(self, match: Match | None = None) -> bool:
        """Return whether the service has search workers: it starts a search, of a new match if none is given."""
        if self.client.base_url == IN_PROCESS_URL:
            return False
        first = match or self.client.new_match(self.client.games()[0].game)
        try:
            self.client.start_bot_move(first.state, "search", iterations=1)
        except Unavailable:
            return False
        return True

    def rules(self, game: str, query: str) -> str:
        """Return the guide of a game, or the rules that a word or the beginning of an id finds."""
        info = self.game(game)
        if not query.strip():
            return self._guide(info)
        rules = self.client.rules(info.game)
        options = self._options(info, query)
        found = found_rules(rules, query)
        if not (found or options):
            prefixes = ", ".join(dict.fromkeys(rule.rule.partition(".")[0] for rule in rules))
            other = "no rule but component" if self._components(info.game, query) else "no rule"
            raise AgentError(self.texts.get(other, game=info.game, query=query, prefixes=prefixes))
        return "\n".join([*options, *self._limited({rule.rule: rule_line(rule) for rule in found}, MAX_RULES)])

    def _options(self, info: GameInfo, query: str) -> list[str]:
        """Return the options of a set-up that have a word or value of the query."""
        words = {word for word in folded(query).split() if len(word) >= MIN_BEGINNING}
        lines = []
        for line, option in option_lines(info):
            names = folded(f"{line} {option.get('title', '')}").replace("=", " ").replace("|", " ").split()
            if words & (set(names) - {"true", "false"}):
                titles = (f"{each['value']}: {each['title']}" for each in option.get("x-titles", []))
                values = "; ".join(titles)
                lines.append(
                    self.texts.get("option", option=line, description=option.get("description", ""), values=values)
                )
        return [line.rstrip() for line in lines]

    def components(self, game: str, query: str) -> str:
        """Return what the components with a name do, or with several names and commas. Without, return all names."""
        info = self.game(game)
        names = [name for each in query.split(",") if (name := each.strip(" `\"'“”"))]
        if len(names) > MAX_COMPONENT_NAMES:
            raise AgentError(self.texts.get("too many names", most=MAX_COMPONENT_NAMES))
        if not names:
            kinds: dict[str, list[str]] = {}
            for each in self.client.components(info.game):
                kinds.setdefault(each.kind, []).append(each.name)
            listed = "; ".join(f"{kind}: {', '.join(dict.fromkeys(each))}" for kind, each in kinds.items())
            return self.texts.get("kinds", names=listed)
        lines, has_found = [], False
        for name in names:
            found = self._components(info.game, name)
            has_found = has_found or bool(found)
            lines += (
                self._limited(self._component_lines(found), MAX_COMPONENTS)
                if found
                else [self._no_component(info.game, name, is_alone=len(names) == 1)]
            )
        text = "\n".join(dict.fromkeys(lines))
        if not has_found:
            raise AgentError(text)
        return text

    def _components(self, game: str, name: str) -> tuple[Component, ...]:
        """Return the components of a name or id, else those that have it in their name or text."""
        found = self.client.components(game, q=name.replace("_", " "))
        return _exact(found, name) or found or self._by_id(game, name)

    def _component_lines(self, components: Iterable[Component]) -> dict[str, str]:
        """Return the distinct texts of components by id. Equal ones may be printed several times."""
        colon = self.texts.get("colon")
        return {each.id: f"{each.name} ({each.id}){colon}{each.text}" for each in components}

    def _by_id(self, game: str, name: str) -> tuple[Component, ...]:
        wanted = name.casefold().replace(" ", "_")
        return tuple(each for each in self.client.components(game) if wanted in each.id)

    def _no_component(self, game: str, name: str, *, is_alone: bool) -> str:
        """Return that a name is unknown, with similar ones, where the rules have it, or all names if it is alone."""
        names = {key: each.name for each in self.client.components(game) for key in (folded(each.name), each.id)}
        near = dict.fromkeys(names[each] for each in get_close_matches(folded(name), list(names), MAX_NAMES, 0.5))
        lines = [self.texts.get("no component", game=game, query=name)]
        if near:
            lines.append(self.texts.get("similar names", names=", ".join(near)))
        if found_rules(self.client.rules(game), name):
            lines.append(self.texts.get("in rules", game=game, query=name))
        elif not near:
            lines.append(self.components(game, "") if is_alone else self.texts.get("all names", game=game))
        return " ".join(lines)

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

    def _limited(self, lines: Mapping[str, str], most: int) -> list[str]:
        """Return the first lines, and the ids of the others."""
        shown, hidden = list(lines.values())[:most], list(lines)[most:]
        if not hidden:
            return shown
        ids = ", ".join(hidden[:MAX_MORE]) + (" …" if len(hidden) > MAX_MORE else "")
        return [*shown, self.texts.get("more", count=len(hidden), ids=ids)]


def _exact(components: Iterable[Component], name: str) -> tuple[Component, ...]:
    forms = {folded(name), folded(name.replace("_", " "))}
    return tuple(each for each in components if forms & {folded(each.name), folded(each.id)})
