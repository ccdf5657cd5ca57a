"""Sentences for players: prompts, action labels and events. Their templates come from the catalogue."""

from __future__ import annotations

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.state import Action, Event, Turn, verb_of


def question_prompt(catalogue: Catalogue, turn: Turn, language: Language) -> str:
    """Return the prompt of the question that is due."""
    return catalogue.questions[turn.question][language]


def action_label(catalogue: Catalogue, action: Action, language: Language) -> str:
    """Return an action as a short sentence."""
    facts: dict[str, Fact] = {name: getattr(action, name) for name in action.__struct_fields__}
    return catalogue.format(catalogue.verbs[verb_of(action)].label, facts, language)


def narrate(catalogue: Catalogue, event: Event, language: Language, seat: int | None = None) -> str:
    """Return an event as a sentence, as a seat sees it. A rule id among the facts is replaced by the rule's title."""
    seen = redact_event(event, seat)
    facts: dict[str, Fact] = {"seat": seen.seat, **seen.facts}
    if isinstance(rule := facts.get("rule"), str):
        facts["rule"] = catalogue.rules[rule].title[language]
    return catalogue.format(catalogue.events[event.kind], facts, language)
