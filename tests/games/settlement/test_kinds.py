"""Known things in a wrong place: the rule of the game says what was named and what is needed."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from referee_service.games.settlement import GAME
from referee_service.games.settlement.actions.activate_street import ActivateStreet
from referee_service.games.settlement.actions.build import Build
from referee_service.games.settlement.actions.exchange import Exchange
from referee_service.games.settlement.actions.hunt import Hunt
from referee_service.games.settlement.actions.invite_hero import InviteHero
from referee_service.games.settlement.actions.pass_round import PassRound
from referee_service.games.settlement.content.schema import TABLES as PACK_TABLES
from referee_service.games.settlement.content.tables import ANY_BASIC, RESOURCES, STREETS
from referee_service.games.settlement.decisions.basics import ChooseBasic, KeepBasics
from referee_service.games.settlement.decisions.buildings import UseBuilding
from referee_service.games.settlement.decisions.exploration import DrawTerrain
from referee_service.games.settlement.decisions.setup import TakeArtefact
from referee_service.games.settlement.questions import DrawTerrainFrame
from referee_service.games.settlement.state import State
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.state import CHANCE
from tests.games.rules import rule
from tests.games.settlement.positions import (
    CLAY,
    DIAMONDS,
    RED_ROW,
    TABLES,
    WOOD,
    after,
    draft,
    given,
    legal,
    question,
    refusals,
)

HERO = RED_ROW[3]
ROWS = {row.id for table in PACK_TABLES if table != "numbers" for row in getattr(TABLES.pack, table)}
KNOWN = sorted({*ROWS, *STREETS, *TABLES.domains["source"], ANY_BASIC, "villager", "bonus_villager", "fortification"})
"""Every id of a component of the game, and the words for pieces without an id."""


def message(state: State, action, language: str = "en") -> str:
    """Return the messages of all refusals of an action, as one text."""
    refused = engine.judge(GAME, state, GAME.turn(state).seat, action)
    return " ".join(GAME.catalogue().ruling(refusal, language).message for refusal in refused)


def paying() -> State:
    """Return a position in which a gold must be exchanged to pay a sawmill."""
    return after(given(reserve={"gold": 1}), Build(0, 0))


def choosing() -> State:
    """Return a position in which a warehouse brings a basic resource."""
    return after(given(colony={0: "warehouse"}), ActivateStreet("upper", 0), UseBuilding(0))


def passing() -> State:
    """Return a position in which a fortification keeps one of several basic resources."""
    return after(given(land={0: WOOD}, fortifications=(0,), reserve={"wood": 1, "clay": 1, "gold": 1}), PassRound())


def drawing() -> State:
    """Return a position in which chance draws a terrain."""
    return replace(given(has_acted=True, villagers=5), pending=(DrawTerrainFrame(CHANCE, 0),))


@rule("invite_hero.hero")
def test_only_heroes_can_be_invited():
    state = given(reserve={"wood": 9, "gold": 9, "clay": 9, "stone": 9})
    assert refusals(state, InviteHero("bank")) == {"invite_hero.hero"}
    assert message(state, InviteHero("bank")) == "The bank is a building; only heroes can be invited."
    assert message(state, InviteHero("bank"), "fr") == "La banque est un bâtiment ; on n'invite que des héros."
    assert not refusals(state, InviteHero(HERO))
    assert refusals(replace(state, has_invited=True), InviteHero("gold")) == {"invite_hero.hero"}


@rule("take_artefact.artefact")
def test_only_artefacts_are_taken():
    state = draft()
    assert refusals(state, TakeArtefact(HERO)) == {"take_artefact.artefact"}
    assert message(state, TakeArtefact(HERO)) == "Builder 12 is a hero; only artefacts can be taken here."
    assert not refusals(state, TakeArtefact(state.artefacts[0]))


@rule("exchange.resource")
def test_only_resources_are_exchanged():
    state = given(reserve=dict.fromkeys(RESOURCES, 3))
    assert refusals(state, Exchange(("green", "green"), "gold")) == {"exchange.resource"}
    assert message(state, Exchange(("villager",), "gold")) == (
        "The villager is a piece of a player; only resources can be exchanged."
    )
    assert message(state, Exchange(("basic", "clay"), "wood")) == (
        "The basic resource is clay, stone or wood; only resources can be exchanged."
    )
    assert refusals(state, Exchange(("gold",), "bank")) == {"exchange.resource"}
    assert message(state, Exchange(("gold",), "bank"), "fr") == (
        "La banque est un bâtiment ; on n'échange que des ressources."
    )
    assert not refusals(state, Exchange(("gold",), "wood"))


@rule("choose_basic.basic")
def test_a_warehouse_brings_a_basic_resource():
    state = choosing()
    assert refusals(state, ChooseBasic("gold")) == {"choose_basic.basic"}
    assert message(state, ChooseBasic("gold")) == "Gold is a rare resource; choose a basic one: clay, stone or wood."
    assert message(state, ChooseBasic("quarry")).startswith("The quarry is a building;")
    assert not refusals(state, ChooseBasic("clay"))


@rule("keep_basics.basic")
def test_fortifications_keep_only_basic_resources():
    state = passing()
    assert refusals(state, KeepBasics(("gold",))) == {"keep_basics.basic"}
    assert message(state, KeepBasics(("gold",))) == (
        "Gold is a rare resource; fortifications keep basic resources, and rare ones are never discarded."
    )
    assert refusals(state, KeepBasics(("gold", "wood"))) == {"keep_basics.basic"}
    assert refusals(state, KeepBasics(("bank",))) == {"keep_basics.basic"}
    assert not refusals(state, KeepBasics(("wood",)))


@rule("activate_street.street")
def test_a_street_is_named_by_its_place():
    state = given(colony={0: "bank"})
    assert refusals(state, ActivateStreet("bank", 0)) == {"activate_street.street"}
    assert message(state, ActivateStreet("bank", 0)) == (
        "The bank is a building; a street is the upper, the middle or the lower one."
    )
    assert not refusals(state, ActivateStreet("upper", 0))
    assert message(state, ActivateStreet("region_1", 0)).startswith("Region I is a region;")


@rule("pay.resource")
def test_a_price_is_paid_in_resources():
    state = paying()
    assert refusals(state, Pay("tavern")) == {"pay.resource"}
    assert message(state, Pay("tavern")) == "The tavern is a building; prices are paid in resources."
    assert not refusals(state, Pay("gold"))


@rule("pay.laid")
def test_a_payment_exchanges_only_what_is_laid_down():
    state = paying()
    assert refusals(state, Pay("gold_for_stone")) == {"pay.laid"}
    assert message(state, Pay("gold_for_stone")) == (
        "Only resources that are laid down can be exchanged; 1 gold is missing."
    )
    assert not refusals(after(state, Pay("gold")), Pay("gold_for_stone"))


def test_an_even_exchange_in_a_payment_needs_the_mirror():
    assert refusals(paying(), Pay("clay_for_stone")) == {"exchange.even"}
    mirror = after(given(reserve={"clay": 1, "gold": 1}, artefact="enchanted_mirror"), Build(0, 0))
    assert not refusals(mirror, Pay("clay_for_stone"))


@rule("pay.held")
def test_what_is_not_held_cannot_be_laid_down():
    assert refusals(paying(), Pay("wood")) == {"pay.held"}
    assert not refusals(paying(), Pay("gold"))
    assert refusals(after(paying(), Pay("gold")), Pay("gold")) == {"pay.held"}


@rule("use_building.fortification")
def test_a_trading_post_needs_a_fortification():
    state = after(given(colony={0: "trading_post", 1: "sawmill"}), ActivateStreet("upper", 0))
    assert refusals(state, UseBuilding(0)) == {"use_building.fortification"}
    assert message(state, UseBuilding(0)) == "The trading post needs a terrain with a fortification; you have none."
    fortified = given(colony={0: "trading_post"}, land={0: WOOD}, fortifications=(0,))
    assert not refusals(after(fortified, ActivateStreet("upper", 0)), UseBuilding(0))


def test_chance_brings_only_what_lies_in_its_pile():
    assert refusals(drawing(), DrawTerrain(DIAMONDS)) == {"referee.chance"}


def test_a_second_action_is_refused_even_where_it_would_be_impossible():
    assert refusals(given(has_acted=True, villagers=5, land={0: CLAY}), Hunt(0, 0)) == {
        "hunt.monster",
        "turn.one_action",
    }


@pytest.mark.parametrize("bonus", [5, 6, 24])
def test_more_bonus_villagers_than_any_action_takes_are_refused_by_the_rule_of_the_book(bonus):
    assert refusals(given(reserve={"stone": 1}, bonus_villagers=30), Build(0, bonus)) == {"villagers.needed"}


@pytest.mark.parametrize(
    ("state", "verb"),
    [
        (given(), "activate_street"),
        (given(), "invite_hero"),
        (given(), "exchange"),
        (paying(), "pay"),
        (choosing(), "choose_basic"),
        (passing(), "keep_basics"),
        (draft(), "take_artefact"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_known_thing_is_never_called_unknown(state, verb):
    record = GAME.verbs[verb]
    example = legal(state, verb) or [ActivateStreet("upper", 0), InviteHero(HERO), Exchange(("gold",), "wood")]
    action = next(each for each in example if isinstance(each, record.action))
    for field, named in product(record.domains, KNOWN):
        if isinstance(getattr(action, field), int):
            continue
        value = (named,) if isinstance(getattr(action, field), tuple) else named
        judged = refusals(state, replace(action, **{field: value}))
        assert "referee.field" not in judged, (field, named)
        assert judged or named in {*TABLES.heroes, *TABLES.artefacts, *TABLES.domains["source"]}
    unknown = replace(
        action, **{next(iter(record.domains)): ("moon",) if verb in ("exchange", "keep_basics") else "moon"}
    )
    assert refusals(state, unknown) == {"referee.field"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_known_thing_has_a_name_and_its_kind_too(language):
    names = GAME.catalogue().names
    for named in KNOWN:
        assert names[named][language]
        assert names[f"kind_{engine.component_kind(GAME, given(), named)}"][language]


@pytest.mark.parametrize(
    ("named", "kind"),
    [("clay", "basic"), ("gold", "rare"), ("gold_for_wood", "source"), ("villager", "piece"), ("mayor", "rank")],
)
def test_a_component_has_the_kind_that_a_player_means(named, kind):
    assert engine.component_kind(GAME, given(), named) == kind


def test_the_exchanges_of_a_turn_are_those_that_are_judged_legal():
    for held in ({"wood": 2, "clay": 1}, {"gold": 1, "diamond": 2}, {"clay": 1, "stone": 1, "wood": 1}):
        state = given(reserve=held, artefact="enchanted_mirror")
        give = [(a, b, c)[:size] for size in range(4) for a, b, c in product(RESOURCES, repeat=3)]
        accepted = {
            Exchange(tuple(sorted(row)), get)
            for row, get in product(set(give), RESOURCES)
            if not refusals(state, Exchange(tuple(sorted(row)), get))
        }
        assert accepted == set(legal(state, "exchange"))
    assert question(state) == "main"
