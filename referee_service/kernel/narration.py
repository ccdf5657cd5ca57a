"""Sentences for players: prompts, action labels and events. Their templates come from the catalogue."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.state import Action, Event, Turn, verb_of

_BOOLEANS: Final[dict[str, Fact]] = {"true": True, "false": False}


def question_prompt(catalogue: Catalogue, turn: Turn, language: Language) -> str:
    """Return the prompt of the question that is due."""
    return catalogue.questions[turn.question][language]


def action_label(catalogue: Catalogue, action: Action, language: Language) -> str:
    """Return an action as a short sentence."""
    facts: dict[str, Fact] = {name: getattr(action, name) for name in action.__struct_fields__}
    return catalogue.format(catalogue.verbs[verb_of(action)].label, facts, language)


def _label_of_notation(catalogue: Catalogue, line: str, language: Language) -> str:
    """Return the label of an action that is given in notation. Labels show names, so only booleans need their type."""
    verb, *words = line.split()
    texts = (word.partition("=") for word in words)
    facts = {name: _BOOLEANS.get(text, tuple(filter(None, text.split(",")))) for name, _, text in texts}
    return catalogue.format(catalogue.verbs[verb].label, facts, language)


def narrate(catalogue: Catalogue, event: Event, language: Language, seat: int | None = None) -> str:
    """Return an event as a sentence, as a seat sees it.

    Among the facts, the id of a rule is replaced by its title, and the notation of an answer by its label.
    """
    seen = redact_event(event, seat)
    facts: dict[str, Fact] = {"seat": seen.seat, **seen.facts}
    if isinstance(line := facts.get("answer"), str):
        facts["answer"] = _label_of_notation(catalogue, line, language)
    if isinstance(rule := facts.get("rule"), str):
        facts["rule"] = catalogue.rules[rule].title[language]
    return catalogue.format(catalogue.events[event.kind], facts, language)
