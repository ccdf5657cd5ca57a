"""Contract of texts: verbs, questions, events, rules and pieces have texts in English and French."""

import ast
import re
from importlib.resources import files
from itertools import chain, product
from typing import get_args, get_type_hints

from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.places import action_facts
from referee_service.kernel.templates import slot_names
from referee_service.kernel.text_table import view_text
from referee_service.services.option_schemas import option_values, options_schema, value_key
from tests.contract.playthroughs import LANGUAGES, each_game, each_table, mutations, playthroughs, sampled_plies


def texts(game: AnyGame):
    """Yield the id and the text of every text of a game."""
    catalogue = game.catalogue()
    yield "title", catalogue.title
    for rule_id, rule in catalogue.rules.items():
        yield from ((f"{rule_id} title", rule.title), (f"{rule_id} message", rule.message))
    for verb, verb_texts in catalogue.verbs.items():
        yield from ((f"{verb} title", verb_texts.title), (f"{verb} label", verb_texts.label))
    for name, option in catalogue.options.items():
        yield from ((f"{name} title", option.title), (f"{name} description", option.description))
        yield from ((f"{name} {value}", title) for value, title in option.values.items())
    for table in (catalogue.questions, catalogue.events, catalogue.names):
        yield from table.items()


@each_game
def test_both_languages_have_every_text_with_the_same_facts(game):
    for name, text in texts(game):
        assert text["en"].strip(), name
        assert text["fr"].strip(), name
        assert slot_names(text["en"]) == slot_names(text["fr"]), name


@each_game
def test_every_verb_and_every_question_has_texts(game):
    catalogue = game.catalogue()
    frames = get_args(get_args(get_type_hints(game.state_type)["pending"])[0])
    assert set(game.verbs) <= set(catalogue.verbs)
    assert {frame.__struct_config__.tag for frame in frames} <= set(catalogue.questions)


@each_game
def test_every_option_and_each_of_its_values_has_texts(game):
    """So does null. Values of an open set, such as the number of a seat, have none; those of a range, all or none."""
    options = game.catalogue().options
    assert list(options) == list(game.options_type.__struct_fields__)
    assert game.solo_options <= options.keys()
    for language in LANGUAGES:
        schema = options_schema(game, language)["$defs"][game.options_type.__name__]["properties"]
        for name, option in schema.items():
            assert option["title"] == options[name].title[language]
            assert option["description"] == options[name].description[language]
            assert option["description"][-1] in ".:"
            titles = {value_key(each["value"]): each["title"] for each in option.get("x-titles", ())}
            listed = {value_key(value) for value in option_values(option)}
            assert titles.keys() == listed or (option.get("type") == "integer" and not titles), name
            assert all(titles.values())
            assert len(set(titles.values())) == len(titles)
            assert ("x-seats" in option) == (name in game.solo_options)


@each_table
def test_every_question_has_a_prompt(game, seats):
    for ply, language in product(sampled_plies(game, seats, each=1), LANGUAGES):
        turn = game.turn(ply.before.state)
        prompt = question_prompt(game.catalogue(), turn, language, turn_facts(game, ply.before.state, turn))
        assert prompt
        assert "{" not in prompt


@each_table
def test_the_view_of_every_seat_is_rendered_as_text(game, seats):
    for ply, language, seat in product(sampled_plies(game, seats, each=2), LANGUAGES, (*range(seats), None)):
        assert view_text(game, game.view(ply.before.state, seat), game.catalogue(), language).strip()


@each_table
def test_every_legal_action_has_a_label(game, seats):
    for ply in sampled_plies(game, seats, each=20):
        for action, language in product(legal_actions(game, ply.before.state), LANGUAGES):
            facts = action_facts(game, ply.before.state, ply.seat, action)
            assert is_filled(action_label(game.catalogue(), action, language, facts))


@each_table
def test_every_event_is_narrated_to_every_seat(game, seats):
    for played in playthroughs(game, seats)[:6]:
        for ply in played.plies:
            for event, language, seat in product(ply.events, LANGUAGES, (*range(seats), None)):
                assert is_filled(narrate(game.catalogue(), event, language, seat))


@each_table
def test_every_refusal_has_a_message_and_a_source(game, seats):
    for ply in sampled_plies(game, seats, each=8):
        for action in mutations(game, ply.before.state, ply.action):
            for refusal, language in product(judge(game, ply.before.state, ply.seat, action), LANGUAGES):
                ruling = game.catalogue().ruling(refusal, language)
                assert is_filled(ruling.message)
                assert ruling.source


def is_filled(text: str) -> bool:
    """Return whether a template was filled: it has no slot, no bracket and no missing fact."""
    return bool(text) and not re.search(r"[{}\[\]]|\bNone\b", text)


@each_table
def test_every_score_line_names_a_rule_of_the_catalogue(game, seats):
    for played in playthroughs(game, seats):
        cited = {line.rule for lines in played.matches[-1].state.score_lines for line in lines}
        assert cited <= set(game.catalogue().rules)


@each_game
def test_every_rule_id_in_the_code_is_in_the_catalogue(game):
    cited = set(chain.from_iterable(rule_ids(source) for source in sources(files(game.packs.package))))
    assert cited
    assert cited <= set(game.catalogue().rules)


def sources(folder):
    """Yield the text of every Python file of a package."""
    for path in folder.iterdir():
        if path.is_dir():
            yield from sources(path)
        elif path.name.endswith(".py"):
            yield path.read_text(encoding="utf-8")


def rule_ids(source: str):
    """Yield the literal rule ids in calls of refuse (first argument), fault (second) and award (fourth)."""
    place = {"refuse": 0, "fault": 1, "award": 3}
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in place:
            rule = call.args[place[call.func.id]]
            if isinstance(rule, ast.Constant):
                yield rule.value
