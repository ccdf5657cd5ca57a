"""What a reader is told: prompts, labels of actions, narration of events. Texts come from the catalogue."""

from __future__ import annotations

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.state import Action, Event, Turn, verb_of


def question_prompt(catalogue: Catalogue, turn: Turn, language: Language) -> str:
    """The question that is asked now."""
    return catalogue.questions[turn.question][language]


def action_label(catalogue: Catalogue, action: Action, language: Language) -> str:
    """An action in words."""
    facts: dict[str, Fact] = {name: getattr(action, name) for name in action.__struct_fields__}
    return catalogue.format(catalogue.verbs[verb_of(action)].label, facts, language)


def narrate(catalogue: Catalogue, event: Event, language: Language, seat: int | None = None) -> str:
    """What happened, as a seat (or a spectator) saw it; a rule is told by its title."""
    seen = redact_event(event, seat)
    facts: dict[str, Fact] = {"seat": seen.seat, **seen.facts}
    if isinstance(rule := facts.get("rule"), str):
        facts["rule"] = catalogue.rules[rule].title[language]
    return catalogue.format(catalogue.events[event.kind], facts, language)
