"""Triggers: who hears what, and in which order it is resolved."""

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
from tests.kernel.toy.actions.draw import Draw
from tests.kernel.toy.flow import TRIGGERS
from tests.kernel.toy.state import Trade

HERALD = (Build("herald"), PayCheapest())
"""Opening a herald, which itself does nothing: two cards of any kind."""


def waiting(state):
    """The sources that wait for their owner to choose, and whose they are."""
    frame = state.pending[-1]
    assert isinstance(frame, OrderTriggersFrame)
    return frame.seat, [fired.source for fired in frame.waiting]


def test_the_owner_of_two_simultaneous_triggers_picks_the_order():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *HERALD)
    assert waiting(state) == (0, ["inn", "scribe"])
    assert legal(state) == [Resolve("inn"), Resolve("scribe")]


def test_the_order_makes_a_difference():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *HERALD)
    drawn_first = after(state, Resolve("inn"), Draw("silk"))
    scored_first = after(state, Resolve("scribe"), Draw("silk"))
    assert total_points(drawn_first, 0) == total_points(scored_first, 0) + 1
    assert drawn_first.players == scored_first.players
    assert drawn_first.pending == scored_first.pending == (Trade(0),)


def test_only_what_waits_can_be_resolved():
    state = after(given(hands=("salt salt spice", ""), stalls=("inn scribe",)), *HERALD)
    assert refusals(state, Resolve("bazaar")) == ["resolve.waiting"]


def test_triggers_of_two_seats_are_resolved_current_seat_first():
    hands = ("salt salt", "silk", "", "")
    state = given(hands=hands, stalls=("", "inn scribe", "", "inn scribe"), current=0)
    state = after(state, *HERALD)
    assert waiting(state) == (1, ["inn", "scribe"])
    state = after(state, Resolve("scribe"), Draw("gold"))
    assert waiting(state) == (3, ["inn", "scribe"])
    assert total_points(state, 1) == 1


def test_the_current_seat_comes_first_wherever_it_sits():
    state = given(hands=("", "salt salt spice"), stalls=("inn scribe", "inn scribe"), current=1)
    state = after(state, *HERALD)
    assert waiting(state)[0] == 1
    state = after(state, Resolve("scribe"), Draw("gold"))
    assert waiting(state)[0] == 0


def test_a_lone_trigger_is_resolved_by_itself():
    state = after(given(hands=("salt salt spice", ""), stalls=("scribe",)), *HERALD)
    assert state.pending == (Trade(0),)
    assert total_points(state, 0) == 2


def test_triggers_that_are_just_alike_need_no_choice():
    state = after(given(hands=("salt salt spice", ""), stalls=("bazaar scribe scribe",)), *HERALD)
    assert state.pending == (Trade(0),)
    assert total_points(state, 0) == 3


def test_a_stall_hears_its_own_opening():
    state = after(given(hands=("spice silk", "")), Build("scribe"), PayCheapest())
    assert [(line.rule, line.points) for line in state.score_lines[0]] == [("build.value", 1), ("opened.hand", 1)]


def test_what_was_noted_is_heard_once():
    _, events = apply(GAME, after(given(hands=("spice silk", "")), Build("scribe")), PayCheapest())
    assert [event.kind for event in events] == ["opened", "admired"]


def test_where_order_is_nothing_nobody_is_asked():
    unordered = dataclasses.replace(GAME, triggers=dataclasses.replace(TRIGGERS, order_matters=False))
    state = given(hands=("salt salt spice", ""), stalls=("inn scribe",))
    for action in HERALD:
        state, _ = apply(unordered, state, action)
    assert not any(isinstance(frame, OrderTriggersFrame) for frame in state.pending)
    assert total_points(state, 0) == 2


def test_a_trigger_may_set_off_another():
    def fire(state, fired):
        return emit(state, {"first": "second", "second": "third"}[fired.event], fired.seat)

    chain = TriggerSystem(
        frozenset({"first", "second"}), lambda state, event: [PendingTrigger(0, "bell", event.kind)], fire
    )
    ringing = dataclasses.replace(GAME, triggers=chain, automatic_step=lambda state: state)
    rest = dataclasses.replace(GAME.verbs["rest"], apply=lambda state, action: emit(state, "first", 0))
    ringing = dataclasses.replace(ringing, verbs={**GAME.verbs, "rest": rest})
    _, events = apply(ringing, given(), legal(given(), "rest")[0])
    assert [event.kind for event in events] == ["first", "second", "third"]


def test_what_happened_first_is_resolved_first():
    def fire(state, fired):
        return emit(state, f"{fired.event}_heard", fired.seat)

    both = TriggerSystem(frozenset({"one", "two"}), lambda state, event: [PendingTrigger(0, "bell", event.kind)], fire)
    rest = dataclasses.replace(GAME.verbs["rest"], apply=lambda state, action: emit(emit(state, "one", 0), "two", 0))
    ringing = dataclasses.replace(
        GAME, triggers=both, automatic_step=lambda state: state, verbs={**GAME.verbs, "rest": rest}
    )
    _, events = apply(ringing, given(), legal(given(), "rest")[0])
    assert [event.kind for event in events] == ["one", "two", "one_heard", "two_heard"]
