"""Responses about bot moves and jobs, as plain data in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from referee_service.bots.choice import ActionRank, Choice
from referee_service.bots.registry import BotName
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.rules import Language, LocalizedText
from referee_service.kernel.state import State
from referee_service.services.bots.queue import FailureReason, Status
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import ActionJson, Position


class RankedAction(Struct, frozen=True):
    """A legal action with the number of its visits and the lead in points that the bot expects from it."""

    action: ActionJson
    visits: int
    value: float | None


class BotChoice(Struct, frozen=True):
    """One choice of a bot. The ranking has every legal action, the chosen one first."""

    action: ActionJson
    value: float | None
    iterations: int
    ranking: Sequence[RankedAction]


class BotMove(Struct, frozen=True, kw_only=True):
    """A bot move: its first action, all its choices, and the position after them if they were played."""

    game: str
    seat: int
    bot: BotName
    seed: str
    action: ActionJson
    moves: Sequence[BotChoice]
    iterations: int
    position: Position | UnsetType = UNSET


class BestMove(Struct, frozen=True):
    """The best first action so far, with the lead in points that the bot expects from it."""

    notation: str
    label: str
    value: float | None


class Job(Struct, frozen=True, kw_only=True):
    """A job: its status, the best first action so far, and the bot move once it is finished.

    If a whole turn fails or is stopped, the result has the choices made before.
    """

    id: str
    status: Status
    iterations: int
    nodes: int
    best: BestMove | None = None
    result: BotMove | None = None
    error: str | None = None


FAILURE_TEXTS: Final[dict[FailureReason, LocalizedText]] = {
    "timed-out": LocalizedText(
        "The search took longer than this service allows; request a smaller `budget`.",
        "La recherche a dépassé le temps permis par ce service ; demandez un `budget` plus petit.",
    ),
    "lost": LocalizedText(
        "The search lost its worker several times; request the bot move again.",
        "La recherche a perdu son processus plusieurs fois ; redemandez le coup du robot.",
    ),
    "no-secret": LocalizedText(
        "The search workers cannot open this sealed state; the operator must give them the service's REFEREE_SECRET.",
        "Les processus de recherche ne peuvent ouvrir cet état scellé ; l'exploitant doit leur donner le REFEREE_SECRET"
        " du service.",
    ),
    "broken": LocalizedText(
        "The search failed with an internal error; report it with the job `id`.",
        "La recherche a échoué sur une erreur interne ; signalez-la avec l'`id` de la tâche.",
    ),
}
"""The message for each reason of a failed search."""


def failure_message(failure: FailureReason | None, language: Language) -> str | None:
    """Return the message for a failed search, or None if it did not fail."""
    return FAILURE_TEXTS[failure][language] if failure is not None else None


def choice_response(presenter: Presenter, state: State, seat: int, choice: Choice) -> BotChoice:
    """Return the choice of a seat in a state, with labels for its actions."""
    shown = [(_action_json(presenter, state, seat, each), each) for each in choice.ranking]
    ranking = [RankedAction(action, each.visits, each.value) for action, each in shown]
    return BotChoice(ranking[0].action, choice.value, choice.iterations, ranking)


def best_move_response(presenter: Presenter, state: State, seat: int, best: ActionRank) -> BestMove:
    """Return the best action so far of a seat in a state, with its label."""
    return BestMove(best.notation, str(_action_json(presenter, state, seat, best)["label"]), best.value)


def _action_json(presenter: Presenter, state: State, seat: int, rank: ActionRank) -> ActionJson:
    return presenter.choice(state, seat, parse_notation(presenter.game, rank.notation))
