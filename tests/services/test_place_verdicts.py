"""Verdicts on places: which actions a player may mean by pointing, legal or refused, and what stays hidden."""

import dataclasses
import json
import random

import pytest

from referee_service.kernel.chance import Chance
from referee_service.kernel.engine import judge, legal_actions
from referee_service.kernel.match import Match
from referee_service.kernel.notation import notation
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.picks import touched
from referee_service.kernel.places import touches
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import CHANCE
from referee_service.services.errors import ServiceError
from referee_service.services.matches import place_verdicts
from referee_service.services.matches.place_verdicts import MAX_JUDGED, PlaceSearch, PointedField, assignments, largest
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.verdicts import judge_places
from tests.contract.playthroughs import each_game, sampled_plies
from tests.kernel.positions import FINISHED, bag, given
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.places import source_places
from tests.kernel.toy.questions import RequestFrame, RollPaceFrame, TradeFrame

RICH = given(hands=("silk silk spice salt", "gold"))
"""Seat 0 can pay for every stall except the bazaar's twin, and seat 1 has a card."""
POOR = given(hands=("salt", "gold"), stalls=("inn", ""), asks=1)
"""Seat 0 can pay no stall, and has asked."""


def point(state, *places, seat=0, language="en", chance="table"):
    """Return the verdict on places as a client receives it."""
    presenter = Presenter(GAME, language, state.pack)
    match = Match(GAME.name, GAME.ruleset, Chance(chance, ""), 0, state)
    return json.loads(bytes(judge_places(presenter, match, seat, places).verdict))


def lines(verdict):
    return [each["notation"] for each in verdict["candidates"]]


def rules(candidate):
    return [refusal["rule"] for refusal in candidate["refusals"]]


# --- legal actions --------------------------------------------------------------------------------------------------


def test_places_that_an_action_touches_mean_this_action():
    verdict = point(RICH, "market.fountain")
    assert (verdict["legal"], lines(verdict), verdict["suggestions"]) == (True, ["build stall=fountain"], [])
    (candidate,) = verdict["candidates"]
    assert candidate == {
        "kind": "build",
        "stall": "fountain",
        "notation": "build stall=fountain",
        "label": "Build a fountain (1 salt, 1 silk and 1 spice)",
        "touches": [["market.fountain"]],
        "legal": True,
        "refusals": [],
    }


@pytest.mark.parametrize("places", [("seat.1", "choice.silk"), ("choice.silk", "seat.1")])
def test_the_order_of_places_does_not_matter(places):
    assert lines(point(RICH, *places)) == ["ask seat=1 good=silk"]


def test_places_that_leave_fields_open_mean_up_to_three_legal_actions():
    verdict = point(RICH, "seat.1")
    assert verdict["legal"]
    assert lines(verdict) == ["ask seat=1 good=gold", "ask seat=1 good=salt", "ask seat=1 good=silk"]


def test_a_button_means_its_verb():
    assert lines(point(POOR, "button.rest")) == ["rest"]


def test_candidates_are_in_the_language_of_the_client():
    verdict = point(RICH, "market.fountain", language="fr")
    assert verdict["candidates"][0]["label"] == "Construire une fontaine (1 sel, 1 soie et 1 épice)"
    refused = point(POOR, "market.fountain", language="fr")["candidates"][0]["refusals"][0]
    assert refused["title"] == GAME.catalogue().rules[refused["rule"]].title.fr


def test_the_cards_of_a_payment_are_pointed_at_in_the_hand():
    payment = PaymentFrame(0, purpose="inn", owed=bag(any=1, silk=1), pool=())
    state = given(hands=("silk salt spice", ""), pending=(TradeFrame(0), payment))
    assert lines(point(state, "hand.0.silk")) == ["pay source=silk"]
    assert lines(point(state, "button.pay_cheapest")) == ["pay_cheapest"]


# --- refused actions ------------------------------------------------------------------------------------------------


def test_a_refused_action_has_every_reason():
    verdict = point(POOR, "market.inn")
    assert not verdict["legal"]
    assert lines(verdict) == ["build stall=inn"]
    assert rules(verdict["candidates"][0]) == ["build.twin", "build.price"]
    assert not verdict["candidates"][0]["legal"]
    assert verdict["candidates"][0]["refusals"][0].keys() == {"rule", "title", "message", "facts", "source"}


def test_actions_with_fewer_refusals_come_first():
    state = given(hands=("salt", ""), asks=1)
    verdict = point(state, "seat.0", "choice.silk")
    assert [rules(each) for each in verdict["candidates"]] == [["ask.other", "ask.limit"]]
    mixed = point(state, "market.inn", "seat.1", "choice.silk")
    counts = [len(each["refusals"]) for each in mixed["candidates"]]
    assert counts == sorted(counts)


def test_equally_refused_actions_are_in_the_order_of_the_verbs_of_the_turn():
    verdict = point(given(hands=("", "gold"), asks=1), "market.inn", "seat.1")
    kinds = [each["kind"] for each in verdict["candidates"]]
    assert kinds == sorted(kinds, key=["build", "ask", "rest"].index)
    assert set(kinds) == {"build", "ask"}


def test_places_that_no_verb_uses_together_mean_actions_that_use_the_most_of_them():
    verdict = point(RICH, "market.inn", "seat.1", "choice.gold")
    assert not verdict["legal"]
    assert lines(verdict) == ["ask seat=1 good=gold"]
    assert verdict["candidates"][0]["legal"]


def test_a_field_without_a_value_on_the_table_has_those_of_its_domain_if_the_places_need_it():
    verbs = {**GAME.verbs, "ask": dataclasses.replace(GAME.verbs["ask"], candidates=lambda state: [])}
    in_hand = {**GAME.extra_marks, (Ask, "good"): Domain("good", place=source_places)}
    game = dataclasses.replace(GAME, verbs=verbs, extra_marks=in_hand)
    for hand, goods in (("", {"gold", "salt", "silk", "spice"}), ("salt", {"salt"})):
        state = given(hands=(hand, "gold"), asks=1)
        found = PlaceSearch(game, state, game.turn(state), ("seat.1",)).candidates()
        assert {each.action.good for each in found} <= goods
        assert all(refusal.rule == "ask.limit" for each in found for refusal in each.refusals)
        assert found


def test_refused_places_get_legal_actions_that_touch_most_of_them():
    suggestions = point(RICH, "seat.0", "choice.silk")["suggestions"]
    assert suggestions[0]["notation"] == "ask seat=1 good=silk"
    assert len(suggestions) == 5
    assert all(each["touches"] for each in suggestions)


def test_the_button_of_a_verb_that_is_not_due_gets_its_refusal():
    verdict = point(RICH, "button.give")
    assert [(each["kind"], rules(each)) for each in verdict["candidates"]] == [("give", ["referee.verb"])]
    assert not verdict["legal"]


def test_a_place_that_no_action_uses_has_no_candidates():
    verdict = point(RICH, "hand.1")
    assert (verdict["legal"], verdict["candidates"]) == (False, [])
    (refusal,) = verdict["refusals"]
    assert refusal["rule"] == "referee.place"
    assert refusal["message"].endswith("choose “Build a stall”, “Ask for a card” or “Rest”.")
    assert len(verdict["suggestions"]) == 5


def test_a_place_that_an_action_uses_has_no_refusal_beside_those_of_the_candidates():
    for state in (RICH, POOR):
        assert point(state, "market.inn")["refusals"] == []


def test_refused_actions_that_differ_in_a_menu_only_are_shown_once():
    verbs = {**GAME.verbs, "ask": dataclasses.replace(GAME.verbs["ask"])}
    game = dataclasses.replace(GAME, verbs=verbs, extra_marks={**GAME.extra_marks, (Ask, "good"): Domain("good")})
    search = PlaceSearch(game, POOR, game.turn(POOR), ("seat.1",))
    assert [notation(each.action) for each in search.candidates()] == ["ask seat=1 good=gold"]
    search = PlaceSearch(game, RICH, game.turn(RICH), ("seat.1",))
    assert len(search.candidates()) == 3


def test_a_place_picked_twice_needs_two_fields():
    verdict = point(RICH, "market.inn", "market.inn")
    assert (verdict["legal"], lines(verdict)) == (False, ["build stall=inn"])


def test_at_most_fifty_actions_are_judged_and_every_verb_has_its_share(monkeypatch):
    judged = []

    def counting_judge(game, state, seat, action):
        judged.append(action)
        return judge(game, state, seat, action)

    monkeypatch.setattr(place_verdicts, "judge", counting_judge)
    state = given(hands=("", "gold"), asks=1)
    point(state, "market.inn", "seat.1")
    assert 0 < len(judged) <= MAX_JUDGED
    monkeypatch.setattr(place_verdicts, "MAX_JUDGED", 2)
    judged.clear()
    point(state, "seat.1", "market.inn")
    assert {type(action).__name__ for action in judged} == {"Build", "Ask"}


# --- hidden places, other seats -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "place",
    ["hand.{other}.gold", "hand.{other}.invented", "invented", "market.invented", "button.invented", "seat.9", ""],
)
def test_hidden_and_invented_places_get_the_same_error(seat, place):
    state, name = given(hands=("gold", "gold")), place.format(other=1 - seat)
    with pytest.raises(ServiceError) as failed:
        point(state, "seat.1", name, seat=seat)
    assert (failed.value.code, failed.value.case, failed.value.facts) == ("unknown-place", "named", {"place": name})


def test_a_choice_that_is_not_offered_is_unknown():
    with pytest.raises(ServiceError, match="unknown-place"):
        point(RICH, "choice.invented")


def test_a_seat_that_is_not_to_move_learns_only_that():
    for places in (("market.inn",), ("hand.1.gold",), ("choice.anything",), ("button.rest", "seat.0")):
        verdict = point(RICH, *places, seat=1)
        assert (verdict["legal"], verdict["candidates"], verdict["suggestions"]) == (False, [], [])
        assert [each["rule"] for each in verdict["refusals"]] == ["referee.seat"]


def test_after_the_end_every_place_gets_the_reason():
    verdict = point(FINISHED, "market.inn")
    assert [each["rule"] for each in verdict["refusals"]] == ["referee.over"]
    assert verdict["candidates"] == []


def test_a_seat_with_a_question_points_at_its_answers():
    state = given(hands=("salt", "gold"), asks=1, pending=(TradeFrame(0), RequestFrame(1, "gold", by=0)))
    assert lines(point(state, "choice.silk", seat=1)) == ["haggle good=silk"]
    refused = point(state, "choice.gold", seat=1)
    assert [rules(each) for each in refused["candidates"]] == [["haggle.other"]]


def test_chance_has_buttons_and_only_clients_with_real_dice_press_them():
    state = given(pending=(TradeFrame(0), RollPaceFrame(CHANCE)))
    assert lines(point(state, "button.roll", seat=CHANCE)) == ["roll pace=slow", "roll pace=steady", "roll pace=swift"]
    refused = point(state, "button.roll", seat=CHANCE, chance="seeded")
    assert [each["rule"] for each in refused["refusals"]] == ["referee.chance_mode"]
    assert refused["candidates"] == []


# --- picks and fields -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("groups", "picks", "count"),
    [
        ((("a", "b"), ("a",)), ("a", "b"), 2),
        ((("a",), ("a", "b")), ("a", "b"), 2),
        ((("a", "b"),), ("a", "b"), 1),
        ((("a",), ("a",)), ("a", "a"), 2),
        ((("a",),), ("a", "a"), 1),
        ((), ("a",), 0),
        ((("a", "b"), ("b", "c"), ("c", "a")), ("a", "b", "c"), 3),
    ],
)
def test_every_pick_needs_a_group_of_its_own(groups, picks, count):
    assert touched(groups, picks) == count


def field(name, at, *, domain="", has_many=False):
    """Return a field whose values lie at these places: `{"a": (1,)}`."""
    return PointedField(name, domain or name, has_many, tuple(value for values in at.values() for value in values), at)


def test_fields_that_show_the_same_place_are_filled_together():
    fields = (field("depot", {"depot.3": (3,)}), field("tile", {"depot.3": ("bank",)}))
    assert largest(assignments(("depot.3",), fields, 0)) == [{"depot": ("depot.3",), "tile": ("depot.3",)}]


def test_fields_of_one_domain_that_show_the_same_place_are_filled_one_or_the_other_way():
    places = {"ring.sail": ("sail",), "ring.harvest": ("harvest",)}
    fields = (field("start", places, domain="tile"), field("end", places, domain="tile"))
    assert largest(assignments(("ring.sail",), fields, 0)) == [{"start": ("ring.sail",)}, {"end": ("ring.sail",)}]
    both = largest(assignments(("ring.sail", "ring.harvest"), fields, 0))
    assert both == [
        {"start": ("ring.sail",), "end": ("ring.harvest",)},
        {"end": ("ring.sail",), "start": ("ring.harvest",)},
    ]


def test_two_picks_never_fill_the_same_field_unless_it_has_many_values():
    places = {"a": (1,), "b": (2,)}
    assert list(assignments(("a", "b"), (field("one", places),), 0)) == []
    assert list(assignments(("a", "b"), (field("one", places),), 1)) == [{"one": ("a",)}, {"one": ("b",)}]
    many = list(assignments(("a", "b"), (field("many", places, has_many=True),), 0))
    assert many == [{"many": ("a", "b")}]


def test_a_chip_takes_one_pick():
    chip = "action.build"
    verbs = {**GAME.verbs, "build": dataclasses.replace(GAME.verbs["build"], chip=chip)}
    game = dataclasses.replace(GAME, verbs=verbs)
    search = PlaceSearch(game, RICH, game.turn(RICH), (chip, "market.inn"))
    assert [notation(each.action) for each in search.candidates()] == ["build stall=inn"]
    search = PlaceSearch(game, RICH, game.turn(RICH), (chip, chip, "market.inn"))
    assert (search.legal_candidates, len(search.candidates())) == ([], 1)


# --- every game -----------------------------------------------------------------------------------------------------


@each_game
def test_pointing_at_what_a_legal_action_touches_means_it_in_every_game(game):
    rng = random.Random(game.name)
    for ply in sampled_plies(game, game.seats[-1], each=4):
        state, turn = ply.before.state, game.turn(ply.before.state)
        if turn.seat == CHANCE:
            continue
        for action in rng.sample(legal := legal_actions(game, state), min(3, len(legal))):
            picks = tuple(rng.choice(group) for group in touches(game, state, turn.seat, action))
            search = PlaceSearch(game, state, turn, picks)
            assert search.unknown_place() is None
            assert action in [candidate.action for candidate in search.legal_candidates]
            assert search.candidates()[0].refusals == ()


@each_game
def test_pointing_anywhere_gives_a_verdict_in_every_game(game):
    rng = random.Random(game.name)
    for ply in sampled_plies(game, game.seats[0], each=4):
        state, turn = ply.before.state, game.turn(ply.before.state)
        if turn.seat == CHANCE:
            continue
        buttons = [f"button.{name}" for name in game.verbs]
        for _ in range(6):
            picks = tuple(rng.choices([*game.places(state, turn.seat), *buttons], k=rng.randint(1, 3)))
            presenter = Presenter(game, "fr", state.pack)
            verdict = json.loads(bytes(judge_places(presenter, ply.before, turn.seat, picks).verdict))
            assert len(verdict["candidates"]) <= 3
            for each in verdict["candidates"]:
                action = {notation(action): action for action in legal_actions(game, state)}.get(each["notation"])
                assert each["legal"] is (action is not None), each
