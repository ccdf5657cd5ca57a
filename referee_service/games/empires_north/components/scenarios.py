"""Texts of solo scenarios, of their locations and of their events, with the default reading of every lost icon."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee_service.kernel.components import Component

from ..content.cards import NO_COST, Ability
from ..content.scenarios import Scenario, ScenarioRules, resolve_scenario
from ..content.schema import Cost, ScenarioRow
from .abilities import AbilityWriter


def scenario_components(write: AbilityWriter) -> Iterator[Component]:
    """Yield every scenario, then its location and its events."""
    for row in write.tables.pack.scenarios:
        scenario = resolve_scenario(write.tables.pack, row.id, {}, where=write.tables.pack.name)
        yield write.component(row, "scenario", _sentences(row, scenario, write), rules=("ruling.solo_rounds",))
        if scenario.location is not None:
            yield _unlisted(scenario.location.id, "location", row, scenario.location.abilities[0], write)
        for event in scenario.events:
            yield _unlisted(event, "event", row, scenario.abilities[event][0], write)


def _unlisted(id: str, kind: str, row: ScenarioRow, ability: Ability, write: AbilityWriter) -> Component:
    """Return the location or an event of a scenario. Its facts are the effects and the cost."""
    (does,) = write.ability(ability)
    if kind == "event":
        sentences, rules = [write.phrase("event_of", scenario=row.id, does=does)], ("score.penalty",)
    else:
        sentences, rules = [write.phrase("location_of", scenario=row.id), does], ("use_location.price",)
    facts = msgspec.to_builtins(ability.row, str_keys=True)
    assert isinstance(facts, dict)
    facts = {name: facts[name] for name in ("effects", "cost") if facts.get(name)}
    facts["cost"] = {name: count for name, count in facts.get("cost", {}).items() if count}
    facts["scenario"] = row.id
    return write.unlisted(id, kind, sentences, provenance=row.provenance, facts=facts, rules=rules)


def _sentences(row: ScenarioRow, scenario: Scenario, write: AbilityWriter) -> Iterator[str]:
    rules = scenario.rules
    yield write.phrase("scenario", threshold=row.threshold, rounds=write.tables.numbers["solo_rounds"])
    yield write.phrase("scenario_events", count=len(scenario.events))
    yield from setup_sentences(rules, write)
    yield from play_sentences(scenario, write)


def play_sentences(scenario: Scenario, write: AbilityWriter) -> Iterator[str]:
    """Yield what a scenario changes after the set-up: rules, points, and the price of tiles."""
    tiles = scenario.rules.tiles
    yield from _rule_sentences(scenario, write)
    yield from _score_sentences(scenario, write)
    yield write.phrase("scenario_tiles", place=_price(tiles.place, write), move=_price(tiles.move, write))


def _price(cost: Cost, write: AbilityWriter) -> str:
    return write.phrase("scenario_nothing") if cost == NO_COST else write.cost_goods(cost)


def setup_sentences(rules: ScenarioRules, write: AbilityWriter) -> Iterator[str]:
    """Yield what a scenario changes at set-up."""
    if rules.stock:
        yield write.phrase("scenario_stock", goods=write.bundle(rules.stock))
    if rules.islands:
        yield write.phrase("scenario_islands", count=rules.islands)
    if rules.searches:
        names = ("search_first", *(["search_other"] * len(rules.searches)))
        pairs = zip(names, rules.searches, strict=False)
        cards = write.joined(write.phrase(name, good=write.phrase(f"some_{good}")) for name, good in pairs)
        yield write.phrase("scenario_searches", cards=cards)
    if rules.foundations:
        yield write.phrase("scenario_foundations", count=rules.foundations)


def _rule_sentences(scenario: Scenario, write: AbilityWriter) -> Iterator[str]:
    """Yield the rules that a scenario changes during play."""
    rules, abilities = scenario.rules, scenario.abilities
    for name, cost in (("cover", rules.cover), ("guard", rules.guard), ("island_cost", rules.island_cost)):
        if cost is not None:
            yield write.phrase(f"scenario_{name}", cost=write.cost_goods(cost))
    if rules.after_explore:
        effects = abilities[f"{scenario.id}_explore"][0].effects
        yield write.phrase("scenario_after_explore", does=write.effects(effects))
    if rules.keeps_pillaged:
        yield write.phrase("scenario_keeps_pillaged")
    if rules.tribute:
        yield write.phrase("scenario_tribute", cost=write.alternatives(map(write.cost_goods, rules.tribute)))
    for name in ("attack", "trade"):
        for ability in abilities.get(f"{scenario.id}_{name}", ()):
            does = write.paid_effects(ability.cost, ability.effects)
            yield write.phrase(f"scenario_{name}", does=does)
    if scenario.location is not None:
        yield write.phrase("scenario_location", location=scenario.location.id)


def _score_sentences(scenario: Scenario, write: AbilityWriter) -> Iterator[str]:
    """Yield the points that a scenario gives or takes at the end."""
    points = scenario.rules.points
    location = scenario.location.id if scenario.location is not None else ""
    for name, count, usual in (
        ("island", points.island * write.tables.numbers["card_points"], write.tables.numbers["card_points"]),
        ("covered", points.covered, 0),
        ("assigned", points.assigned, 0),
        ("pair", points.pair, 0),
    ):
        if count != usual:
            yield write.phrase(f"points_{name}", points=count, usual=usual, location=location)
    if points.feed:
        goods = write.alternatives(write.counted([(good, 1)]) for good in points.feed)
        yield write.phrase("points_feed", goods=goods, points=points.unfed)
