"""Answers to questions about components: `what is granary`, `c'est quoi le grenier`, `? granary`."""

from __future__ import annotations

import re

from referee_sdk.catalogue import Component
from referee_sdk.chat.component_index import ComponentIndex
from referee_sdk.chat.formatter import ChatFormatter
from referee_sdk.chat.messages import escape_markdown

MAX_LISTED = 8
"""Components listed if a question fits several."""

MAX_SIMILAR = 3
"""Similar names shown if a question fits no component."""

_QUESTIONS_TEXT = (
    r"what (?:is|are) (?P<name>.+?) (?:for|good for|worth|used for)",
    r"(?:what is|what's|whats|what are) (?P<name>.+?) do",
    r"(?:what is|what's|whats|what are|what about|explain|describe|tell me about|show me) (?P<name>.+)",
    r"what (?:do|does) (?!(?:i|we|you)\b)(?P<name>.+?) (?:do|mean|cost|give|bring)",
    r"how (?:do|does|much is|much does) (?P<name>.+?)(?: work| works| cost)?",
    r"qu'?est[ -]ce que c'?est(?: que)?[ ,]+(?P<name>.+)",
    r"qu'?est[ -]ce que (?:fait |font )?(?P<name>.+)",
    r"qu'?est[ -]ce qu'(?P<name>.+)",
    r"(?:c'?est quoi|que fait|que font|que vaut|[àa] quoi sert|[àa] quoi servent)[ ,]+(?P<name>.+)",
    r"(?:que co[ûu]te|combien co[ûu]te|combien vaut|que rapporte|que donne|que signifie) (?P<name>.+)",
    r"explique[rz]?(?:-moi)? (?P<name>.+)",
    r"comment (?:marche|marchent|fonctionne|fonctionnent) (?P<name>.+)",
    r"(?P<name>.+?)[ ,]+c'?est quoi",
    r"(?P<name>.+?) (?:fait|font) quoi",
    r"\? *(?P<name>.+)",
)
QUESTIONS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _QUESTIONS_TEXT)
"""Questions about a component. Users may write either language at any table."""

ARTICLE = re.compile(r"(?:(?:the|an?|le|la|les|une?|des|du|de la) |(?:de )?l'|d')", re.IGNORECASE)
MARKS = " ?!.,;:“”\"'«»`"
"""Characters around a name that are not part of it."""


def component_question(text: str) -> str | None:
    """Return the name in a question about a component, without its article; None for any other text."""
    words = text.rstrip(MARKS)
    found = next((match for pattern in QUESTIONS if (match := pattern.fullmatch(words))), None)
    if found is None:
        return None
    name = found["name"].strip(MARKS)
    article = ARTICLE.match(name)
    name = name[article.end() :] if article else name
    return name or None


class ComponentAnswers:
    """Answers about the components of one game, as Markdown lines."""

    def __init__(self, index: ComponentIndex, formatter: ChatFormatter) -> None:
        self.index, self.formatter = index, formatter

    def lines(self, name: str) -> list[str]:
        """Return what the component does; a list if several fit, and what to try if none fits."""
        found = self.index.find(name)
        if len(found) == 1:
            return self._explain(self.index.get(found[0].id))
        shown = escape_markdown(name[:80])
        if not found:
            return self._suggest(name, shown)
        lines = [self.formatter.text("components", text=shown), *map(self._entry, found[:MAX_LISTED])]
        hidden = len(found) - MAX_LISTED
        return [*lines, self.formatter.text("more components", count=hidden)] if hidden > 0 else lines

    def _explain(self, component: Component) -> list[str]:
        lines = [self._entry(component)]
        if component.rules:
            titles = (escape_markdown(rule.title) for rule in component.rules)
            lines.append(self.formatter.text("component rules", titles=self.formatter.text("separator").join(titles)))
        return lines

    def _entry(self, component: Component) -> str:
        name, text = escape_markdown(component.name), escape_markdown(component.text)
        return self.formatter.text("component", name=name, text=text)

    def _suggest(self, name: str, shown: str) -> list[str]:
        """Return what to try: the names of similar components, or else an example."""
        similar = [escape_markdown(component.name) for component in self.index.similar(name)[:MAX_SIMILAR]]
        lines = [self.formatter.text("no component", text=shown)]
        if similar:
            lines.append(self.formatter.text("similar components", names=", ".join(similar)))
        elif self.index.components:
            lines.append(self.formatter.text("component example", name=self.index.components[0].name))
        return lines
