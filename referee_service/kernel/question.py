"""Questions as records, stages, and the flow of a game that they make.

A frame on the stack is an open question. Its record says which verbs answer it, which seat decides, where on the stack
it may lie, and what happens without an answer. Records live in `decisions/`, above the rules; frames are data.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar, cast, get_args, get_type_hints

from msgspec.structs import replace

from referee_service.kernel.pending import FORCED, LAPSED
from referee_service.kernel.rules import Fact, Fault, fault
from referee_service.kernel.state import CHANCE, Frame, Seat, State, Turn, question_of

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)

Below = tuple[Frame, ...]
"""All frames beneath a frame, from the bottom up. They are already checked."""
Place = type[Frame] | None
"""A frame class that may lie directly beneath a question. None is an empty stack."""


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """One question of a game. Build it with `question`."""

    frame: type[Frame]
    verbs: tuple[str, ...]
    chance: bool
    any_seat: bool
    stages: frozenset[str] | None
    over: frozenset[Place]
    step: Callable[[S, Frame], S] | None
    fits: Callable[[S, Frame, Below], bool] | None
    forced: Callable[[S], bool] | bool
    closed_by: frozenset[str]
    refused: Mapping[str, str]
    facts: Callable[[S], Mapping[str, Fact]] | None

    @property
    def name(self) -> str:
        """The id of the question: the JSON `question` of its frame."""
        return question_of(self.frame)


def question(
    frame: type[F],
    *verbs: str,
    chance: bool = False,
    any_seat: bool = False,
    stages: Iterable[str] | None = None,
    over: Iterable[Place] | None = None,
    step: Callable[[S, F], S] | None = None,
    fits: Callable[[S, F, Below], bool] | None = None,
    forced: Callable[[S], bool] | bool = False,
    closed_by: Iterable[str] = (),
    refused: Mapping[str, str] | None = None,
    facts: Callable[[S], Mapping[str, Fact]] | None = None,
) -> Question[S]:
    """Build the record of a question from its frame class and the verbs that answer it.

    chance, any_seat: chance answers; any seat may (`fits` decides). By default the seat of `Flow.seat` answers.
    stages: the stages in which the question may be open, anywhere on the stack. None means all.
    over: the frame classes that may lie directly beneath, None for an empty stack. If omitted, the question lies on an
        empty stack if `stages` is given. Otherwise it lies only where the plan of a stage has it.
    step: return the state after the automatic step of an open question, or the same state if a seat must answer.
    fits: return whether the frame fits the state and the frames beneath.
    forced: the question is answered automatically while one answer is legal. If the legal answers can depend on hidden
        pieces, a function returns whether all seats can know them now: asking or not asking must reveal nothing.
    closed_by: the rules under which `step` closes the question (`close_top`). Refusals cite them.
    refused: verbs that a player may try here although they do not answer the question, each with the rule that a
        refusal cites instead of `referee.verb`.
    facts: return what the prompt says about the position: prices, components, places. All seats see them, so they must
        be public.
    """
    if over is None:
        over = () if stages is None else (None,)
    return Question(
        frame,
        verbs,
        chance,
        any_seat,
        None if stages is None else frozenset(stages),
        frozenset(over),
        cast("Callable[[S, Frame], S] | None", step),
        cast("Callable[[S, Frame, Below], bool] | None", fits),
        forced,
        frozenset(closed_by),
        refused or {},
        facts,
    )


@dataclass(frozen=True, slots=True)
class Stage(Generic[S]):
    """One stage of a game: what is due while no question is open."""

    name: str
    question: str = ""
    """The question of the seat in turn. Empty if no seat decides: the stage ends by its step, or the game is over."""
    verbs: tuple[str, ...] = ()
    step: Callable[[S], S] | None = None
    """Return the state after an automatic step on an empty stack, or the same state if a seat must decide."""
    plan: Callable[[S], Sequence[Frame]] | None = None
    """Return the whole stack that the stage begins with. The open frames must be its bottom part."""
    is_remainder: Callable[[S, Frame, Frame], bool] | None = None
    """Return whether an open frame is a planned one (second argument) that is partly answered.

    By default it may have a smaller `remaining`.
    """
    forced: Callable[[S], bool] | bool = False
    """The question is answered automatically while one answer is legal, as for `question`."""
    closed_by: tuple[str, ...] = ()
    """The rules under which a step ends the turn (`close_question`). Refusals cite them."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Verbs that a player may try in this stage, each with the rule that forbids it, as for `question`."""
    facts: Callable[[S], Mapping[str, Fact]] | None = None
    """Return the public facts of the prompt, as for `question`."""


class Flow(Generic[S]):
    """The sequence of play of a game, derived from its questions and stages."""

    def __init__(
        self,
        questions: Iterable[Question[S]],
        stages: Iterable[Stage[S]],
        *,
        stage: Callable[[S], str],
        seat: Callable[[S], int | None],
        current_stages: Callable[[S], Collection[str]] | None = None,
    ) -> None:
        """Collect the records.

        stage: return the name of the stage of a state.
        seat: return the seat that answers its questions. None means that any seat may.
        current_stages: return the names that `stages` of a question may have now. By default the stage alone.
        Raises TypeError if two records have the same question or stage.
        """
        self.questions = tuple(questions)
        self.stages = tuple(stages)
        self._stage, self._seat = stage, seat
        self.current_stages = current_stages or (lambda state: (stage(state),))
        self._question_of = {each.frame: each for each in self.questions}
        self._forced_of = {each.frame: each.forced for each in self.questions if each.forced is not False}
        self._stage_of = {each.name: each for each in self.stages}
        records: list[tuple[str, Stage[S] | Question[S]]] = []
        records += ((each.question, each) for each in self.stages if each.question)
        records += ((each.name, each) for each in self.questions)
        _refuse_repeats("question", [name for name, _ in records])
        self.verbs: dict[str, tuple[str, ...]] = {name: each.verbs for name, each in records}
        """The verbs that answer each question."""
        self.turn_questions = frozenset(each.question for each in self.stages if each.question)
        """The questions of a seat in turn while the stack is empty."""
        self.refused = {name: each.refused for name, each in records}
        """For each question, the rules that forbid verbs which do not answer it."""
        self.closing_rules = {name: _closing_rules(each) for name, each in records}
        """The rules that may close each question automatically."""
        self.facts = {name: each.facts for name, each in records if each.facts is not None}
        """For each question with facts, the function that returns them."""
        _refuse_repeats("stage", [each.name for each in self.stages])
        self._turn_of = lru_cache(maxsize=512)(self._make_turn)

    # --- play ---------------------------------------------------------------------------------------------------------

    def turn(self, state: S) -> Turn | None:
        """Return the seat, the question and the verbs that are due, or None if the game is over."""
        if state.pending:
            frame = state.pending[-1]
            return self._turn_of(frame.seat, type(frame))
        name = self._stage_of[self._stage(state)].question
        if not name:
            return None
        seat = self._seat(state)
        assert seat is not None, f"{name}: a question of a stage has one seat"
        return self._turn_of(seat, name)

    def _make_turn(self, seat: Seat, question: type[Frame] | str) -> Turn:
        name = question if isinstance(question, str) else question_of(question)
        return Turn(seat, name, self.verbs[name])

    def automatic_step(self, state: S) -> S:
        """Perform one automatic step, or return the same state object if none is pending."""
        if state.pending:
            frame = state.pending[-1]
            step = self._question_of[type(frame)].step
            return step(state, frame) if step is not None else state
        stage_step = self._stage_of[self._stage(state)].step
        return stage_step(state) if stage_step is not None else state

    def is_forced(self, state: S) -> bool:
        """Return whether the question that is due is answered automatically while one answer is legal."""
        if state.pending:
            forced = self._forced_of.get(type(state.pending[-1]), False)
        else:
            forced = self._stage_of[self._stage(state)].forced
        return forced is True or (forced is not False and forced(state))

    # --- audit --------------------------------------------------------------------------------------------------------

    def closed_audit(self, state: S) -> Iterator[Fault]:
        """Yield a fault for each closed question that this rule cannot close, or that is listed twice."""
        seen = set()
        for at, closed in enumerate(state.closed):
            answers = self.verbs.get(closed.question, ()) if closed.rule == FORCED else ("",)
            rules = self.closing_rules.get(closed.question, ())
            if closed.rule not in rules or closed.answer not in answers or closed in seen:
                yield fault(f"closed[{at}]", "audit.closed", question=closed.question, rule=closed.rule)
            seen.add(closed)

    def stack_audit(self, state: S) -> Iterator[Fault]:
        """Yield a fault for the lowest frame that cannot be open where it lies.

        Frames are judged from the bottom up, so a check may trust all frames beneath.
        """
        if not state.pending:
            return
        planned, names, seat = self.planned_frames(state), self.current_stages(state), self._seat(state)
        for at, frame in enumerate(state.pending):
            record, below = self._question_of[type(frame)], state.pending[:at]
            is_placed = at < planned or (
                (type(below[-1]) if below else None) in record.over
                and (record.stages is None or not record.stages.isdisjoint(names))
                and _is_answered_by(record, frame, seat)
            )
            if not is_placed or (record.fits is not None and not record.fits(state, frame, below)):
                yield fault(f"pending[{at}]", "audit.question", question=question_of(frame))
                return

    def planned_frames(self, state: S) -> int:
        """Return how many frames at the bottom of the stack are the plan of the stage."""
        stage = self._stage_of[self._stage(state)]
        if stage.plan is None:
            return 0
        count = 0
        for planned, frame in zip(stage.plan(state), state.pending, strict=False):
            if frame != planned:
                is_remainder = stage.is_remainder or _has_less_remaining
                return count + (type(frame) is type(planned) and is_remainder(state, planned, frame))
            count += 1
        return count

    # --- checks at load -----------------------------------------------------------------------------------------------

    def check(self, state_type: type[S], verbs: Collection[str]) -> None:
        """Raise TypeError unless frames, questions and verbs of a game match.

        The frames of the state are those of the questions, each verb exists, and each verb answers a question.
        """
        pending = get_type_hints(state_type)["pending"]
        union = get_args(pending)[0]
        frames, listed = set(get_args(union) or (union,)), set(self._question_of)
        named = {verb for names in self.verbs.values() for verb in names}
        beneath = {place for each in self.questions for place in each.over if place is not None}
        _refuse_all("frames of the state without a question", {each.__name__ for each in frames - listed})
        _refuse_all("questions whose frame the state lacks", {each.__name__ for each in listed - frames})
        _refuse_all("frames in `over` that are no question", {each.__name__ for each in beneath - listed})
        _refuse_all("verbs of a question that the game lacks", named - set(verbs))
        _refuse_all("verbs that answer no question", set(verbs) - named)
        refused = {(name, verb) for name, rules in self.refused.items() for verb in rules}
        _refuse_all("refused verbs that the game lacks", {verb for _, verb in refused} - set(verbs))
        _refuse_all("refused verbs that answer", {verb for name, verb in refused if verb in self.verbs[name]})


def _closing_rules(record: Stage[S] | Question[S]) -> frozenset[str]:
    """Return the rules that may close a question: those of its record, and those of the kernel."""
    kernel = {LAPSED} if isinstance(record, Question) else set[str]()
    return frozenset(record.closed_by) | kernel | ({FORCED} if record.forced is not False else set())


def _is_answered_by(record: Question[S], frame: Frame, seat: int | None) -> bool:
    """Return whether the seat of a frame is the one that its question needs."""
    if record.chance or frame.seat == CHANCE:
        return record.chance and frame.seat == CHANCE
    return record.any_seat or seat is None or frame.seat == seat


def _has_less_remaining(state: State, planned: Frame, frame: Frame) -> bool:
    """Return whether a frame is a planned one with a smaller `remaining`."""
    found, wanted = getattr(frame, "remaining", None), getattr(planned, "remaining", None)
    if found is None or wanted is None:
        return False
    return 0 < found < wanted and replace(frame, remaining=wanted) == planned


def _refuse_repeats(what: str, names: list[str]) -> None:
    _refuse_all(f"records with the same {what}", {name for name in names if names.count(name) > 1})


def _refuse_all(what: str, names: set[str]) -> None:
    if names:
        raise TypeError(f"{what}: {', '.join(sorted(names))}")
