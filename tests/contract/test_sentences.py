"""Contract of sentences: every label, prompt, refusal, event and fault that a person reads is correct text.

The sentences are filled from thousands of played, refused and forged positions, in both languages.
"""

import json
import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from referee_service.kernel.codec import decode, encode
from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.notation import CodecError
from referee_service.kernel.places import action_facts
from referee_service.kernel.rules import Fact
from tests.contract.playthroughs import LANGUAGES, each_table, mutations, playthroughs, sampled_plies
from tests.contract.sentence_checks import english_words, findings, ids_shown
from tests.contract.test_edits import edit


def problems(
    game: AnyGame, text: str, facts: Mapping[str, Fact], language: str, *, is_sentence: bool = True
) -> Iterator[str]:
    """Yield what is wrong with a text that was filled with these facts."""
    found = [*findings(text, language, is_sentence=is_sentence), *ids_shown(text, facts, game.catalogue(), language)]
    if language == "fr" and (words := english_words(text, game.catalogue())):
        found.append(f"English in French: {', '.join(sorted(words))}")
    yield from (f"{each}: {text!r}" for each in found)


def assert_clean(found: Iterator[str]) -> None:
    """Fail with the first of each kind of problem."""
    by_text = dict.fromkeys(found)
    assert not by_text, f"{len(by_text)} problems:\n" + "\n".join(list(by_text)[:40])


@each_table
def test_labels_are_correct_text(game, seats):
    assert_clean(
        problem
        for ply in sampled_plies(game, seats, each=30)
        for action, language in product(legal_actions(game, ply.before.state), LANGUAGES)
        for facts in [action_facts(game, ply.before.state, ply.seat, action)]
        for label in [action_label(game.catalogue(), action, language, facts)]
        for problem in problems(game, label, facts, language, is_sentence=False)
    )


@each_table
def test_no_two_legal_actions_share_a_label(game, seats):
    for ply, language in product(sampled_plies(game, seats, each=60), LANGUAGES):
        state, labels = ply.before.state, {}
        for action in legal_actions(game, state):
            label = action_label(game.catalogue(), action, language, action_facts(game, state, ply.seat, action))
            assert label not in labels, f"{label!r}: {labels[label]} and {action}"
            labels[label] = action


@each_table
def test_prompts_are_correct_text(game, seats):
    assert_clean(
        problem
        for ply in sampled_plies(game, seats, each=60)
        for language in LANGUAGES
        for turn in [game.turn(ply.before.state)]
        for facts in [turn_facts(game, ply.before.state, turn)]
        for prompt in [question_prompt(game.catalogue(), turn, language, facts)]
        for problem in problems(game, prompt, facts, language)
    )


@each_table
def test_events_are_correct_text(game, seats):
    assert_clean(
        problem
        for played in playthroughs(game, seats)
        for ply in played.plies
        for event, language, seat in product(ply.events, LANGUAGES, (0, None))
        for sentence in [narrate(game.catalogue(), event, language, seat)]
        for problem in problems(game, sentence, event.facts, language)
    )


@each_table
def test_refusals_are_correct_text(game, seats):
    assert_clean(
        problem
        for ply in sampled_plies(game, seats, each=12)
        for action in mutations(game, ply.before.state, ply.action)
        for refusal, language in product(judge(game, ply.before.state, ply.seat, action), LANGUAGES)
        for ruling in [game.catalogue().ruling(refusal, language)]
        for problem in problems(game, ruling.message, refusal.facts, language)
    )


@each_table
def test_refusals_of_other_seats_and_verbs_are_correct_text(game, seats):
    actions = {type(ply.action): ply.action for ply in sampled_plies(game, seats, each=2)}
    assert_clean(
        problem
        for ply in sampled_plies(game, seats, each=3)
        for action in actions.values()
        for seat in range(seats)
        for refusal, language in product(judge(game, ply.before.state, seat, action), LANGUAGES)
        for ruling in [game.catalogue().ruling(refusal, language)]
        for problem in problems(game, ruling.message, refusal.facts, language)
    )


@each_table
def test_faults_of_forged_states_are_correct_text(game, seats):
    assert_clean(
        problem
        for fault in forged_faults(game, seats, edits=1500)
        for language in LANGUAGES
        for ruling in [game.catalogue().ruling(fault, language)]
        for problem in problems(game, ruling.message, {}, language)
    )


def forged_faults(game: AnyGame, seats: int, edits: int):
    """Yield the faults of states in which one value was changed."""
    rng, plies = random.Random(seats), sampled_plies(game, seats, each=10)
    for _ in range(edits):
        document = json.loads(encode(rng.choice(plies).before))
        edit(document["board"], rng)
        try:
            match = decode(game, json.dumps(document).encode())
        except CodecError:
            continue
        yield from game.audit(match.state)


@each_table
def test_every_title_and_static_text_is_correct(game, seats):
    catalogue = game.catalogue()
    titles = [rule.title for rule in catalogue.rules.values()] + [verb.title for verb in catalogue.verbs.values()]
    assert_clean(
        problem
        for title, language in product(titles, LANGUAGES)
        for problem in problems(game, title[language], {}, language, is_sentence=False)
    )


@pytest.mark.parametrize(
    ("text", "language", "problem"),
    [
        ("Take {tile}.", "en", "a slot is not filled"),
        ("Take the boarding_house.", "en", "underscore"),
        ("take it.", "en", "small letter"),
        ("Take  it.", "en", "double space"),
        ("Take 2 worker(s).", "en", "in brackets"),
        ("Take it ().", "en", "empty parenthesis"),
        ("Take it", "en", "full stop"),
        ("Take a orange tile.", "en", "article"),
        ("Il n'y a pas de argile.", "fr", "no elision: de argile"),
        ("C'est à côté de le marché.", "fr", "no contraction"),
        ("Prenez the tuile.", "fr", "English in French"),
    ],
)
def test_a_planted_fault_is_found(text, language, problem):
    assert any(problem in found for found in findings(text, language, is_sentence=True))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("“Bank” is drawn.", "en"),
        ("3 dice are rolled (one of them twice).", "en"),
        ("An hour and a unicorn.", "en"),
        ("Le héros permet de le poser.", "fr"),
        ("« Église » : l'ouvrier n'a pas d'or.", "fr"),
    ],
)
def test_correct_text_has_no_findings(text, language):
    assert list(findings(text, language, is_sentence=True)) == []
