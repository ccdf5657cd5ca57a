"""What is answered about bots, as plain data in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from referee_service.bots.choice import Choice, Ranked
from referee_service.bots.players import BotName
from referee_service.kernel.codec import parse
from referee_service.kernel.ruling import Language, Text
from referee_service.services.answers import Listed, Position, Teller
from referee_service.services.searches import Failure, Status


class RankedAction(Struct, frozen=True):
    """A legal action: how often the bot looked into it, and the lead in points it expects of it."""

    action: Listed
    visits: int
    value: float | None


class BotDecision(Struct, frozen=True):
    """One decision of a bot; the ranking has every legal action, the chosen one first."""

    action: Listed
    value: float | None
    iterations: int
    ranking: Sequence[RankedAction]


class BotMove(Struct, frozen=True, kw_only=True):
    """What a bot does: its first action, all its decisions, and where they were played the position after them."""

    game: str
    seat: int
    bot: BotName
    seed: str
    action: Listed
    moves: Sequence[BotDecision]
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


ERRORS: Final[dict[Failure, Text]] = {
    "timed-out": Text(
        "The search took longer than this service allows; ask for a smaller budget.",
        "La recherche a dépassé le temps permis ici ; demandez un budget plus petit.",
    ),
    "lost": Text(
        "The workers of this search were lost several times; ask again.",
        "Les processus de cette recherche ont été perdus plusieurs fois ; redemandez.",
    ),
    "broken": Text(
        "The search broke on our side; please report it with the job's id.",
        "La recherche a échoué de notre fait ; signalez-le avec l'identifiant de la tâche.",
    ),
}
"""What is told of a search that failed."""


def told(failure: Failure | None, language: Language) -> str | None:
    """Why a search failed, for people."""
    return ERRORS[failure][language] if failure is not None else None


def decision(teller: Teller, choice: Choice) -> BotDecision:
    """A choice in words."""
    ranking = [RankedAction(_listed(teller, each), each.visits, each.value) for each in choice.ranking]
    return BotDecision(ranking[0].action, choice.value, choice.iterations, ranking)


def best_move(teller: Teller, best: Ranked | None) -> BestMove | None:
    """The best action so far in words."""
    return BestMove(best.notation, str(_listed(teller, best)["label"]), best.value) if best is not None else None


def _listed(teller: Teller, ranked: Ranked) -> Listed:
    return teller.listed(parse(teller.game, ranked.notation))
