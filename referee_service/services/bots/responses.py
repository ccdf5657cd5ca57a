"""What is answered about bots, as plain data in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from referee_service.bots.choice import ActionRank, Choice
from referee_service.bots.registry import BotName
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.rules import Language, LocalizedText
from referee_service.services.bots.queue import FailureReason, Status
from referee_service.services.matches.presenter import Presenter
from referee_service.services.matches.responses import ActionJson, Position


class RankedAction(Struct, frozen=True):
    """A legal action: how often the bot looked into it, and the lead in points it expects of it."""

    action: ActionJson
    visits: int
    value: float | None


class BotChoice(Struct, frozen=True):
    """One decision of a bot; the ranking has every legal action, the chosen one first."""

    action: ActionJson
    value: float | None
    iterations: int
    ranking: Sequence[RankedAction]


class BotMove(Struct, frozen=True, kw_only=True):
    """What a bot does: its first action, all its decisions, and where they were played the position after them."""

    game: str
    seat: int
    bot: BotName
    seed: str
    action: ActionJson
    moves: Sequence[BotChoice]
    iterations: int
    position: Position | UnsetType = UNSET


class BestMove(Struct, frozen=True):
    """The best first action found so far, and the lead in points it should bring."""

    notation: str
    label: str
    value: float | None


class Job(Struct, frozen=True, kw_only=True):
    """A search: how it stands, the best first action so far, and once it is over what the bot does.

    Of a whole turn that failed or was stopped, the result has what was decided before.
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
        "The search took longer than this service allows; ask for a smaller budget.",
        "La recherche a dépassé le temps permis ici ; demandez un budget plus petit.",
    ),
    "lost": LocalizedText(
        "The workers of this search were lost several times; ask again.",
        "Les processus de cette recherche ont été perdus plusieurs fois ; redemandez.",
    ),
    "broken": LocalizedText(
        "The search broke on our side; please report it with the job's id.",
        "La recherche a échoué de notre fait ; signalez-le avec l'identifiant de la tâche.",
    ),
}
"""What is told of a search that failed."""


def failure_message(failure: FailureReason | None, language: Language) -> str | None:
    """Why a search failed, for people."""
    return FAILURE_TEXTS[failure][language] if failure is not None else None


def choice_response(teller: Presenter, choice: Choice) -> BotChoice:
    """A choice in words."""
    ranking = [RankedAction(_action_json(teller, each), each.visits, each.value) for each in choice.ranking]
    return BotChoice(ranking[0].action, choice.value, choice.iterations, ranking)


def best_move_response(teller: Presenter, best: ActionRank | None) -> BestMove | None:
    """The best action so far in words."""
    return BestMove(best.notation, str(_action_json(teller, best)["label"]), best.value) if best is not None else None


def _action_json(teller: Presenter, ranked: ActionRank) -> ActionJson:
    return teller.action(parse_notation(teller.game, ranked.notation))
