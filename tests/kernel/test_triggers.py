"""Tests of triggers: which stalls react to an opening, and who orders simultaneous triggers."""

import dataclasses

from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.actions.resolve import Resolve
from referee_service.kernel.engine import apply
from referee_service.kernel.events import emit
from referee_service.kernel.score import total_points
from referee_service.kernel.triggers import OrderTriggersFrame, PendingTrigger, TriggerSystem
from tests.kernel.positions import after, given, legal, refusals
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.decisions.cards import Draw
from tests.kernel.toy.flow import TRIGGERS
from tests.kernel.toy.questions import TradeFrame

OPEN_HERALD = (Build("herald"), PayCheapest())
"""Actions that open a herald for any two cards. A herald has no trigger of its own."""


def waiting_triggers(state):
    """Return the seat that orders the waiting triggers, and their sources."""
    frame = state.pending[-1]
    assert isinstance(frame, OrderTriggersFrame)
    return frame.seat, [trigger.source for trigger in frame.waiting]


def events_of_rest(triggers, *emitted):
    """Return the events of `rest` in a game with other triggers, in which `rest` only emits events of these kinds."""

    def emit_all(state, action):
        for kind in emitted:
            state = emit(state, kind, 0)
        return state

    verbs = {**GAME.verbs, "rest": dataclasses.replace(GAME.verbs["rest"], apply=emit_all)}
    game = dataclasses.replace(GAME, triggers=triggers, verbs=verbs)
    return [event.kind for event in apply(game, given(), Rest())[1]]


# --- the order of simultaneous triggers -----------------------------------------------------------------------------


def test_the_owner_of_two_simultaneous_triggers_chooses_the_order():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *OPEN_HERALD)
    assert waiting_triggers(state) == (0, ["inn", "scribe"])
    assert legal(state) == [Resolve("inn"), Resolve("scribe")]


def test_the_order_changes_the_score():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *OPEN_HERALD)
    inn_first = after(state, Resolve("inn"), Draw("silk"))
    scribe_first = after(state, Resolve("scribe"), Draw("silk"))
    assert total_points(inn_first, 0) == total_points(scribe_first, 0) + 1
    assert inn_first.players == scribe_first.players
    assert inn_first.pending == scribe_first.pending == (TradeFrame(0),)


def test_only_a_waiting_trigger_can_be_resolved():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *OPEN_HERALD)
    assert refusals(state, Resolve("bazaar")) == ["resolve.waiting"]


def test_triggers_of_several_seats_are_resolved_seat_by_seat_from_the_active_seat():
    state = given(hands=("salt salt", "silk", "", ""), stalls=("", "inn scribe", "", "inn scribe"))
    state = after(state, *OPEN_HERALD)
    assert waiting_triggers(state) == (1, ["inn", "scribe"])
    state = after(state, Resolve("scribe"), Draw("gold"))
    assert waiting_triggers(state) == (3, ["inn", "scribe"])
    assert total_points(state, 1) == 1


def test_the_active_seat_resolves_first_even_if_it_is_not_seat_0():
    state = given(hands=("", "salt salt spice"), stalls=("inn scribe", "inn scribe"), active_seat=1)
    state = after(state, *OPEN_HERALD)
    assert waiting_triggers(state)[0] == 1
    state = after(state, Resolve("scribe"), Draw("gold"))
    assert waiting_triggers(state)[0] == 0


# --- no choice ------------------------------------------------------------------------------------------------------


def test_a_single_trigger_is_resolved_automatically():
    state = after(given(hands=("salt salt spice", ""), stalls=("scribe",)), *OPEN_HERALD)
    assert state.pending == (TradeFrame(0),)
    assert total_points(state, 0) == 2


def test_equal_triggers_are_resolved_automatically():
    state = after(given(hands=("salt salt spice", ""), stalls=("bazaar scribe scribe",)), *OPEN_HERALD)
    assert state.pending == (TradeFrame(0),)
    assert total_points(state, 0) == 3


def test_triggers_fire_without_a_question_if_their_order_does_not_matter():
    unordered = dataclasses.replace(GAME, triggers=dataclasses.replace(TRIGGERS, order_matters=False))
    state = given(hands=("salt salt spice", ""), stalls=("inn scribe",))
    for action in OPEN_HERALD:
        state, _ = apply(unordered, state, action)
    assert not any(isinstance(frame, OrderTriggersFrame) for frame in state.pending)
    assert total_points(state, 0) == 2


# --- events ---------------------------------------------------------------------------------------------------------


def test_a_stall_reacts_to_its_own_opening():
    state = after(given(hands=("spice silk", "")), Build("scribe"), PayCheapest())
    assert [(line.rule, line.points) for line in state.score_lines[0]] == [("build.value", 1), ("opened.hand", 1)]


def test_an_event_starts_its_triggers_once():
    _, events = apply(GAME, after(given(hands=("spice silk", "")), Build("scribe")), PayCheapest())
    assert [event.kind for event in events] == ["opened", "hand_scored"]


def test_a_trigger_may_start_another_trigger():
    triggers = TriggerSystem(
        frozenset({"first", "second"}),
        lambda state, event: [PendingTrigger(0, "bell", event.kind)],
        lambda state, trigger: emit(state, {"first": "second", "second": "third"}[trigger.event], trigger.seat),
    )
    assert events_of_rest(triggers, "first") == ["first", "second", "third"]


def test_triggers_of_an_earlier_event_are_resolved_first():
    triggers = TriggerSystem(
        frozenset({"one", "two"}),
        lambda state, event: [PendingTrigger(0, "bell", event.kind)],
        lambda state, trigger: emit(state, f"{trigger.event}_resolved", trigger.seat),
    )
    assert events_of_rest(triggers, "one", "two") == ["one", "two", "one_resolved", "two_resolved"]
