"""Templates: sentences with slots for facts. The catalogue fills them in English or French.

| slot | is replaced by |
|---|---|
| `{tile}` | the name of that piece, or the value if it has no name; several values are listed: `a, b` |
| `{depot|depot_}` | the name of `depot_3` if depot is 3 |
| `{tile:the}`, `{tile:a}` | the name with its article; several: `the bank and the inn` |
| `{workers:worker}` | the number with a noun of the names: `2 workers` |
| `{count:@good}` | the number with the noun that the fact `good` names |
| `{goods:count}`, `{goods:count_or}` | equal names counted: `2 stones and 1 clay`, `2 stones or 1 clay` |
| `{goods:and}`, `{goods:or}` | a list with its conjunction |
| `{cards:quoted}`, `{cards:quoted_or}` | a list of names in quotation marks: `“Inn” and 2 × “Bank”` |
| `{verb:verb}`, `{rule:rule}` | the title of a verb or rule, in quotation marks |
| `{count?is/are}` | the first word for one, the second for several |
| `{tile!posé/posée}` | the word for the gender of the piece; with four words also for plurals |

The section `[ with die {die}]` is left out if one of its facts is missing, None or empty. In French a word before a
slot is elided or contracted as needed: `de {tile:the}` becomes `du marché` or `de l'église`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class TemplatePart(NamedTuple):
    """A part of a template: plain text, or the slot of the fact `name`."""

    name: str
    text: str
    """The text. In a slot: the prefix of its names."""
    form: str = ""
    """What follows the colon of a slot."""
    words: tuple[str, ...] = ()
    """The words of a slot with `?` or `!`."""
    by_gender: bool = False


class TemplateSection(NamedTuple):
    """A section of a template. An optional section is omitted if one of its facts is missing."""

    optional: bool
    parts: tuple[TemplatePart, ...]
    names: tuple[str, ...]
    """The facts that it uses, in order."""


_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?(?::(@?\w+)|([?!])([^{}]*))?\}")
_OPTIONAL = re.compile(r"\[([^\]]*\{[^\]]*)\]")


@cache
def parse_template(template: str) -> tuple[TemplateSection, ...]:
    """Parse a template into sections. Results are cached."""
    sections = _OPTIONAL.split(template)
    return tuple(_parse_section(section, optional=at % 2 == 1) for at, section in enumerate(sections) if section)


def _parse_section(section: str, *, optional: bool) -> TemplateSection:
    found, end = [], 0
    for slot in _SLOT.finditer(section):
        name, prefix, form, sign, words = slot.groups(default="")
        found.append(TemplatePart("", section[end : slot.start()]))
        found.append(TemplatePart(name, prefix, form, tuple(words.split("/")) if sign else (), sign == "!"))
        end = slot.end()
    names = tuple(part.name for part in found if part.name)
    return TemplateSection(optional, (*found, TemplatePart("", section[end:])), names)


def slot_names(template: str) -> set[str]:
    """Return the names of all facts that a template uses."""
    parts = [part for section in parse_template(template) for part in section.parts if part.name]
    return {part.name for part in parts} | {part.form[1:] for part in parts if part.form.startswith("@")}
