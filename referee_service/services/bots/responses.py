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
    """A legal action of the seat."""
    visits: int
    """How often the search tried the action. 0 for bots that do not search."""
    value: float | None
    """Lead in points that the bot expects after this action; null if it has no expectation."""


class BotChoice(Struct, frozen=True):
    """One choice of a bot. The ranking has every legal action, the chosen one first."""

    action: ActionJson
    """The action that the bot chose."""
    value: float | None
    """Lead in points that the bot expects from it; null if it has no expectation."""
    iterations: int
    """Number of search iterations for this choice."""
    ranking: Sequence[RankedAction]
    """Every legal action, the chosen one first, then by preference."""


class BotMove(Struct, frozen=True, kw_only=True):
    """A bot move: its first action, all its choices, and the position after them if they were played."""

    game: str
    """Name of the game, as in the path of the call."""
    seat: int
    """Seat that the bot decides for, counted from 0."""
    bot: BotName
    """Name of the bot."""
    seed: str
    """Seed of the random numbers of the bot. The same request with it gives the same choices."""
    action: ActionJson
    """The first action that the bot chose."""
    moves: Sequence[BotChoice]
    """All choices of the bot, in order: one, or those of a whole turn."""
    iterations: int
    """Number of search iterations of all choices."""
    position: Position | UnsetType = UNSET
    """The position after the choices. Only with `play: true`."""


class BestMove(Struct, frozen=True):
    """The best first action so far, with the lead in points that the bot expects from it."""

    notation: str
    """The action as one line, which requests and records accept."""
    label: str
    """The action as a sentence."""
    value: float | None
    """Lead in points that the bot expects from it; null if it has no expectation."""


class Job(Struct, frozen=True, kw_only=True):
    """A job: its status, the best first action so far, and the bot move once it is finished."""

    id: str
    """Id of the job in `/v1/jobs/{id}`. Equal requests of a client get equal ids."""
    status: Status
    """`queued` and `running` jobs go on; the others are over."""
    iterations: int
    """Number of search iterations so far."""
    nodes: int
    """Number of positions in the search tree."""
    best: BestMove | None = None
    """Best first action so far, or null before the first one."""
    result: BotMove | None = None
    """The bot move of a finished job, or the choices before a turn failed or stopped; else null."""
    error: str | None = None
    """Sentence that says why a job failed, or null."""


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
