"""Sequence of play: the stages of a match, and the triggers of specials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.rules import Fact
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, ClosedQuestion, Event
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player

from .actions import build, move_pawn, place_pawn, raid, trade, use_location
from .content.schema import TriggerKind
from .content.tables import card_of, cards_without_special, content
from .decisions import QUESTIONS
from .empire.cards import ability_source, fits_filter
from .phases.cleanup import clean_up
from .phases.lookout import lookout_frames, new_islands
from .questions import AnyFrame, EffectsFrame, VoyageFrame
from .scoring import score
from .secrecy import with_largest_hand
from .setup import setup_frames
from .state import Player, Site, State, seats_from, site_at

# --- stages -----------------------------------------------------------------------------------------------------------


def begin_round(state: State) -> State:
    """Begin the next round with its lookout."""
    closed = tuple(each for each in state.closed if each.question != "main")  # a pass holds for its round only
    state = replace(state, round=state.round + 1, stage="lookout", active_seat=state.first_seat, closed=closed)
    state = push(state, *lookout_frames(state))
    return emit(state, "round_began", CHANCE, round=state.round, first=state.first_seat)


def begin_actions(state: State) -> State:
    """Begin the action phase. The first player has the first turn."""
    return emit(replace(state, stage="actions", has_acted=False), "actions_began", CHANCE)


def next_turn(state: State) -> State:
    """End the turn if its action is taken, and begin the next one. If all players have passed, begin the expedition."""
    if not state.has_acted:
        return state
    others = [*seats_from(state, state.active_seat)[1:], state.active_seat]
    seat = next((seat for seat in others if not state.players[seat].passed), None)
    closed = closed_turns(state, seat)
    if seat is None:
        state = replace(
            state,
            closed=closed,
            stage="expedition",
            has_acted=False,
            active_seat=state.first_seat,
            is_last_round=is_final_round(state),
        )
        return emit(state, "expedition_began", CHANCE)
    return replace(state, closed=closed, active_seat=seat, has_acted=False)


def closed_turns(state: State, next_seat: int | None) -> tuple[ClosedQuestion, ...]:
    """Return the closed questions, with the reason why seats may not act now.

    A turn is one action, and a player who has passed has no more turns. A pass without another choice is noted already.
    """
    closed = state.closed
    for seat, player in enumerate(state.players):
        if player.passed:
            is_noted = any(each.seat == seat and each.question == "main" for each in state.closed)
            closed += () if is_noted else (ClosedQuestion(seat, "main", "main.passed"),)
        elif seat == state.active_seat != next_seat:
            closed += (ClosedQuestion(seat, "main", "main.one_action"),)
    return closed


def is_final_round(state: State) -> bool:
    """Return whether the game ends with this round. Points decide, in a solo game the number of rounds."""
    numbers = content(state).numbers
    if state.solo is not None:
        return state.round >= numbers["solo_rounds"]
    reached = any(total_points(state, seat) >= numbers["end_points"] for seat in range(len(state.players)))
    return reached or state.round >= numbers["most_rounds"]


def next_voyage(state: State) -> State:
    """Let the first ship of the queue land. Without ships, clean up the round or end the game."""
    if state.queue:
        return push(state, VoyageFrame(state.queue[0].seat, 0))
    if state.is_last_round:
        return replace(emit(score(state), "game_ended", CHANCE), stage="over")
    state = begin_round(clean_up(state))
    return push(state, *new_islands(state))


def stage_of(state: State) -> str:
    """Return the name of the stage."""
    return state.stage


def seat_of(state: State) -> int | None:
    """Return the seat that answers: in the action phase the seat in turn, else any seat."""
    return state.active_seat if state.stage == "actions" else None


def setup_plan(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions that the set-up begins with."""
    return setup_frames(state, content(state))


def lookout_plan(state: State) -> tuple[AnyFrame, ...]:
    """Return the questions that a lookout begins with. After the first one, islands are turned up too."""
    return (*lookout_frames(state), *(new_islands(state) if state.round > 1 else ()))


ACTIONS = (place_pawn, build, raid, trade, use_location, move_pawn)
"""The verbs of a turn without passing. Those that are found fastest come first."""


def is_only_passing_known(state: State) -> bool:
    """Return whether all seats know that the player in turn can only pass: no hand allows an action."""
    return not has_action(state) and not has_action(with_largest_hand(state, state.active_seat))


def has_action(state: State) -> bool:
    """Return whether the player in turn can do anything but pass."""
    for each in ACTIONS:
        for _ in each.candidates(state):
            return True
    return False


STEPS = {
    "build": (build,),
    "pawn": (place_pawn, move_pawn),
    "raid": (raid,),
    "use_location": (use_location,),
    "trade": (trade,),
}
"""The steps of a turn that its prompt names, with their verbs."""


def main_facts(state: State) -> dict[str, Fact]:
    """Return the steps that may be possible, as far as all seats can know: the hand may have any unseen card."""
    public = with_largest_hand(state, state.active_seat)
    steps = (step for step, verbs in STEPS.items() if any(True for each in verbs for _ in each.candidates(public)))
    return {"steps": (*steps, "pass_round")}


FLOW = Flow(
    QUESTIONS,
    (
        Stage("setup", step=begin_round, plan=setup_plan),
        Stage("lookout", step=begin_actions, plan=lookout_plan),
        Stage(
            "actions",
            "main",
            ("build", "place_pawn", "move_pawn", "raid", "use_location", "trade", "pass_round"),
            step=next_turn,
            forced=is_only_passing_known,
            closed_by=("main.one_action", "main.passed"),
            facts=main_facts,
        ),
        Stage("expedition", step=next_voyage),
        Stage("over"),
    ),
    stage=stage_of,
    seat=seat_of,
)


# --- specials -------------------------------------------------------------------------------------------------------


def special_for_event(state: State, player: Player, site: Site, event: str) -> tuple[str, int] | None:
    """Return the card and index of the special of a site that an event triggers, or None.

    A special that has reached its limit for this round does not react.
    """
    source = ability_source(player, site)
    for at in card_of(state, source).specials if source else ():
        row = card_of(state, source).abilities[at].row
        if row.hears == event and (not row.limit or site.triggered.count(at) < row.limit):
            return source, at
    return None


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """Return the specials that an event triggers: of its player first, then of the others clockwise (p. 8, Special)."""
    assert isinstance(event.seat, int)
    return [trigger for seat in seats_from(state, event.seat) for trigger in specials_of(state, seat, event)]


def specials_of(state: State, seat: int, event: Event) -> Iterator[PendingTrigger]:
    """Yield the specials of one seat that an event triggers. A card does not react to its own entry.

    The subject is the slot that the event is about. It is -1 for an event of another player, whose slots are others.
    """
    is_own, card = event.seat == seat, event.facts.get("card", "")
    slot = event.facts.get("slot", -1) if is_own else -1
    player, silent = state.players[seat], cards_without_special(state.pack, event.kind)
    for site in player.empire:
        if site.card in silent and site.copied_slot is None:
            continue
        special = special_for_event(state, player, site, event.kind)
        if special is None or (event.kind in ("built", "conquered") and site.slot == slot):
            continue
        ability = card_of(state, special[0]).abilities[special[1]]
        if ("own" if is_own else "other") not in ability.scopes:
            continue
        if not card or fits_filter(card_of(state, str(card)), ability.row.filter):
            yield PendingTrigger(seat, site.card, event.kind, subject=str(slot))


def fire(state: State, trigger: PendingTrigger) -> State:
    """Carry out the special of a trigger if it may still react, else return the same state."""
    player = state.players[trigger.seat]
    for site in player.empire:
        arrived = trigger.event in ("built", "conquered") and str(site.slot) == trigger.subject
        if site.card != trigger.source or arrived:
            continue
        special = special_for_event(state, player, site, trigger.event)
        if special is not None:
            return trigger_special(state, trigger.seat, site.slot, *special)
    return state


def trigger_special(state: State, seat: int, slot: int, source: str, ability: int) -> State:
    """Push the effects of a special. A special with a limit is recorded on its site."""
    player = state.players[seat]
    if card_of(state, source).abilities[ability].row.limit:
        site = site_at(player, slot)
        assert site is not None
        triggered = tuple(sorted((*site.triggered, ability)))
        empire = tuple(replace(each, triggered=triggered) if each.slot == slot else each for each in player.empire)
        state = with_player(state, seat, empire=empire)
    return push(state, EffectsFrame(seat, source, ability, slot=slot))


TRIGGERS: TriggerSystem[State] = TriggerSystem(frozenset(get_args(TriggerKind)), listeners, fire)
