"""Sentences for players: prompts, action labels and events. Their templates come from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.events import redact_event
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.state import Action, Event, State, Turn, verb_of

if TYPE_CHECKING:  # kernel.game uses the catalogue
    from referee_service.kernel.game import AnyGame

_BOOLEANS: Final[dict[str, Fact]] = {"true": True, "false": False}
_NO_FACTS: Final[Mapping[str, Fact]] = {}


def turn_facts(game: AnyGame, state: State, turn: Turn) -> Mapping[str, Fact]:
    """Return the public facts of the question that is due."""
    facts = game.flow.facts.get(turn.question)
    return facts(state) if facts is not None else _NO_FACTS


def question_prompt(catalogue: Catalogue, turn: Turn, language: Language, facts: Mapping[str, Fact] = _NO_FACTS) -> str:
    """Return the prompt of the question that is due, filled with its facts (`turn_facts`)."""
    return catalogue.sentence(catalogue.questions[turn.question], {"seat": turn.seat, **facts}, language)


def action_label(
    catalogue: Catalogue, action: Action, language: Language, facts: Mapping[str, Fact] = _NO_FACTS
) -> str:
    """Return an action as a short sentence.

    `facts` are those of `action_facts`: the fields, the components at their places, and what the verb adds. Without
    them, the fields alone are used.
    """
    filled = facts or {name: getattr(action, name) for name in action.__struct_fields__}
    return catalogue.sentence(catalogue.verbs[verb_of(action)].label, filled, language)


def _label_of_answer(catalogue: Catalogue, line: str, facts: Mapping[str, Fact], language: Language) -> str:
    """Return the label of an action that is given in notation, with the components that the event names.

    Labels show names, so only booleans need their type.
    """
    verb, *words = line.split()
    texts = (word.partition("=") for word in words)
    fields = {name: _BOOLEANS.get(text, tuple(filter(None, text.split(",")))) for name, _, text in texts}
    return catalogue.sentence(catalogue.verbs[verb].label, {**facts, **fields}, language)


def narrate(catalogue: Catalogue, event: Event, language: Language, seat: int | None = None) -> str:
    """Return an event as a sentence, as a seat sees it.

    Among the facts, the id of a rule is replaced by its title, and the notation of an answer by its label.
    """
    seen = redact_event(event, seat)
    facts: dict[str, Fact] = {"seat": seen.seat, **seen.facts}
    if isinstance(line := facts.get("answer"), str):
        facts["answer"] = _label_of_answer(catalogue, line, seen.facts, language)
    if isinstance(rule := facts.get("rule"), str):
        facts["rule"] = catalogue.rules[rule].title[language]
    return catalogue.sentence(catalogue.events[event.kind], facts, language)
