"""Text rendering of a seat's view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.kernel.bags import Bag, bag_of, size_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.text_table import Section, TextContext

from .content.tables import content
from .scoring import side_points
from .state import BOT, NO_SIDE, MapTile, State, points_remaining, require_bot


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the sections of the view."""
    yield Section(
        "table", context.catalogue.title[context.language], (render_text(seen, context.catalogue, context.language),)
    )


def render_text(seen: State, catalogue: Catalogue, language: Language) -> str:
    """Render the table as text: round, supplies, map tiles, players, and the printed Bot last."""
    return "\n".join(TextRenderer(seen, catalogue, language).lines())


class TextRenderer:
    """Renderer of one view in one language."""

    def __init__(self, seen: State, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.catalogue, self.language = seen, catalogue, language

    def line(self, caption: str, **facts: Fact) -> str:
        """Format a caption with its facts."""
        return self.catalogue.format(self.catalogue.captions[caption], facts, self.language)

    def bag(self, pieces: Bag) -> str:
        """Return the pieces of a bag by name, with their counts."""
        named = (self.catalogue.piece_name(piece, self.language) + (f" ×{n}" if n > 1 else "") for piece, n in pieces)
        return ", ".join(named) or "–"

    def names(self, pieces: Iterable[str]) -> str:
        """Return pieces by name, in the given order."""
        return ", ".join(self.catalogue.piece_name(piece, self.language) for piece in pieces) or "–"

    def lines(self) -> Iterator[str]:
        """Yield every line of the text."""
        seen = self.seen
        last = self.catalogue.captions["last_round"][self.language] if seen.is_last_round else None
        yield self.line("round", round=seen.round, first=seen.first_side, active=seen.active_side, last=last)
        remaining = points_remaining(seen) if seen.stage != "over" else 0
        yield self.line("supply", points=remaining, tiles=size_of(seen.deck), dice=self.bag(seen.supply))
        yield self.line("table", technologies=self.names(seen.technologies))
        if seen.start_offer:
            yield self.line("offer", offer=self.names(seen.start_offer))
        for map_tile in seen.map:
            yield self.line("place", cell=f"({map_tile.q} {map_tile.r})", tile=map_tile.tile, who=self.who(map_tile))
        for seat in range(len(seen.players)):
            yield from self.player(seat)
        if seen.bot is not None:
            yield from self.bot()

    def who(self, map_tile: MapTile) -> str:
        """Return the house and the tents on a tile as text."""
        parts = [self.line("house", side=map_tile.house)] if map_tile.house != NO_SIDE else []
        parts += [self.line("tents", side=side, tents=tents) for side, tents in enumerate(map_tile.tents) if tents]
        return ", ".join(parts) or "–"

    def player(self, seat: int) -> Iterator[str]:
        """Yield the lines of one player."""
        player = self.seen.players[seat]
        yield ""
        points = side_points(self.seen, seat)
        yield self.line("player", seat=seat, points=points, quota=player.quota, tents=player.tents)
        yield self.line("active", dice=self.bag(player.active))
        yield self.line("spent", spent=self.bag(player.spent), bag=self.bag(player.bag))
        technologies = self.names(player.technologies)
        yield self.line("owned", tokens=self.bag(player.tokens), technologies=technologies)
        extra = self.bag(player.extra_symbols) if player.extra_symbols else None
        yield self.line("done", done=self.names(player.actions_done), extra=extra)

    def bot(self) -> Iterator[str]:
        """Yield the lines of the printed Bot. An arrow shows its marker."""
        bot = require_bot(self.seen)
        yield ""
        yield self.line("bot", points=side_points(self.seen, BOT), tents=bot.tents)
        technologies = self.names(bot.technologies)
        yield self.line(
            "queue", queue=self.names(bot.dice_queue), centre=self.bag(bot.centre), technologies=technologies
        )
        for index, edge in enumerate(bot.edges):
            pieces = self.bag((*edge.dice, *bag_of([f"token_{edge.token}"] if edge.token else [])))
            marker = "→" if index == bot.marker else " "
            yield self.line("side", marker=marker, action=content(self.seen).hexagon[index], pieces=pieces)
