"""The view of a seat as text, with the options that a client sends for it."""

from __future__ import annotations

from msgspec import Struct

from referee_service.kernel.game import AnyGame
from referee_service.kernel.rules import Language
from referee_service.kernel.state import State
from referee_service.kernel.text_table import DEFAULT_WIDTH, UnknownPart, view_text
from referee_service.services.errors import ServiceError


class TextOptions(Struct, frozen=True, kw_only=True):
    """How a view is written as text: names of the players by seat, width in characters, one part only, plain form."""

    names: tuple[str, ...] = ()
    width: int = DEFAULT_WIDTH
    part: str | None = None
    plain: bool = False


DEFAULT_TEXT = TextOptions()


def text_of_view(game: AnyGame, state: State, view: Struct, language: Language, options: TextOptions) -> str:
    """Return a view as text. Raises ServiceError `too-many-names` or `unknown-part`."""
    if len(options.names) > len(state.players):
        raise ServiceError("too-many-names.seats", found=len(options.names), seats=len(state.players))
    try:
        return view_text(
            game,
            view,
            game.texts(state.pack),
            language,
            names=options.names,
            width=options.width,
            part=options.part,
            plain=options.plain,
        )
    except UnknownPart as error:
        raise ServiceError("unknown-part.named", part=error.part, parts=error.parts) from error
