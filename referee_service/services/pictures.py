"""Pictures of positions: the view of a seat as a scene, with its question and highlights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, cast

from msgspec import Struct

from referee_service.games.burgundy.picture import draw as draw_burgundy
from referee_service.games.dice_settlers.picture import draw as draw_dice_settlers
from referee_service.games.empires_north.picture import draw as draw_empires_north
from referee_service.games.medievalia.picture import draw as draw_medievalia
from referee_service.games.settlement.picture import draw as draw_settlement
from referee_service.kernel import engine
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.game import AnyGame
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.narration import action_label, question_prompt, turn_facts
from referee_service.kernel.places import Touches, action_facts, touches
from referee_service.kernel.rules import Language
from referee_service.kernel.state import Action, State
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.highlights import draw_highlights
from referee_service.pictures.palette import THEMES, ThemeName
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import FontSource
from referee_service.pictures.table import Chip, DrawTable, PictureRequest, Question
from referee_service.services.picture_marks import changed_places, legal_marks

PICTURES: Final[Mapping[str, DrawTable]] = {
    "burgundy": cast("DrawTable", draw_burgundy),
    "dice_settlers": cast("DrawTable", draw_dice_settlers),
    "settlement": cast("DrawTable", draw_settlement),
    "medievalia": cast("DrawTable", draw_medievalia),
    "empires_north": cast("DrawTable", draw_empires_north),
}
"""The function of each game that draws its table."""

CARD_GAMES: Final = frozenset(["settlement", "medievalia", "empires_north"])
"""Games whose table is too high for a chat, so that their pictures have parts."""

Highlight = Literal["legal", "last", "none"]

WIDTH: Final = 1200.0
"""Width of every scene in its own units."""


class PictureOptions(Struct, frozen=True, kw_only=True):
    """What a client chooses about a picture."""

    theme: ThemeName = "light"
    highlight: Highlight = "legal"
    chosen: tuple[str, ...] = ()
    """Places picked so far."""
    names: tuple[str, ...] = ()
    part: str | None = None
    prefix: str = "p"
    font: FontSource = "page"
    """Where a browser finds the font of an SVG. Other formats ignore it."""
    width: int = 1200
    """Width in pixels. It changes the size of the picture, and not what is drawn."""


def picture_parts(game: str, seats: int) -> tuple[str, ...]:
    """Return the names of the parts of a game's picture. The picture of a board game has one part."""
    return ("table", "mine", *(f"seat.{seat}" for seat in range(seats))) if game in CARD_GAMES else ("table",)


def draw_position(
    game: AnyGame, draw: DrawTable, state: State, viewer: int | None, language: Language, options: PictureOptions
) -> Scene:
    """Return the scene of a position as a seat sees it. Only the seat to move sees what it may touch.

    The last move is no part of a state, so `draw_last_move` adds its highlights.
    """
    catalogue, turn = game.texts(state.pack), game.turn(state)
    seat = turn.seat if turn is not None and isinstance(turn.seat, int) else None
    legal = engine.legal_actions(game, state) if seat is not None and seat == viewer else []
    listed = [(action, touches(game, state, viewer or 0, action)) for action in legal]
    context = TextContext(catalogue, language, options.names)
    if turn is not None:
        sentence = question_prompt(catalogue, turn, language, turn_facts(game, state, turn))
    else:
        sentence = _result_sentence(game, state, context)
    question = Question(seat, sentence, _chips(game, state, listed, catalogue, language))
    marks, keys = legal_marks(game, listed, options.chosen) if options.highlight == "legal" else ({}, {})
    scene = Scene(THEMES[options.theme], width=WIDTH, prefix=options.prefix, marks=marks)
    view: object = game.view(state, viewer)
    draw(scene, view, context, PictureRequest(question, viewer, options.part))
    draw_highlights(scene, marks, keys)
    return scene


def draw_last_move(scene: Scene, before: Scene, touched: Collection[str]) -> None:
    """Add the highlights of the last move to a scene. `before` is the picture of the position before it."""
    draw_highlights(scene, dict.fromkeys(changed_places(before.places, scene.places, touched), "last"), {})


def _result_sentence(game: AnyGame, state: State, context: TextContext) -> str:
    """Return the winners and their points, or an empty sentence if the game goes on."""
    result = game.result(state)
    if result is None:
        return ""
    if not result.winners:
        return context.caption("game_lost")
    first = result.winners[0]
    points = result.scores[first] if isinstance(first, int) else result.rival_scores[first]
    winners = tuple(side if isinstance(side, str) else context.player(side) for side in result.winners)
    return context.caption("game_won", winners=winners, points=points)


def _chips(
    game: AnyGame, state: State, listed: Sequence[tuple[Action, Touches]], catalogue: Catalogue, language: Language
) -> tuple[Chip, ...]:
    """Return the buttons and choices of legal actions. One that several actions share has a common name."""
    by_place: dict[str, list[Action]] = {}
    for action, groups in listed:
        for place in {place: None for group in groups for place in group if place.startswith(("button.", "choice."))}:
            by_place.setdefault(place, []).append(action)
    return tuple(
        Chip(place, _chip_label(game, state, place, actions, catalogue, language))
        for place, actions in by_place.items()
    )


def _chip_label(
    game: AnyGame, state: State, place: str, actions: list[Action], catalogue: Catalogue, language: Language
) -> str:
    _, _, name = place.partition(".")
    if len(actions) == 1:
        turn = game.turn(state)
        assert turn is not None
        return action_label(catalogue, actions[0], language, action_facts(game, state, turn.seat, actions[0]))
    if name in catalogue.verbs:
        return catalogue.verbs[name].title[language]
    return capitalized(catalogue.piece_name(name, language))
