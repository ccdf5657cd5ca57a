"""What one seat may see, and how the table reads as text.

All lies open in this game, bags and decks included: what they hold follows from what everybody saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.scoring import points_of
from referee_service.games.dice_settlers.state import BOT, NOBODY, Place, State, points_left, the_bot
from referee_service.kernel.ruling import Catalogue, Fact, Language
from referee_service.kernel.values import Bag, bag_of, size_of


def view(state: State, seat: int | None) -> State:
    """The whole position; only the future is unknown."""
    return state


def imagine(seen: State, key: bytes) -> State:
    """There is nothing to imagine."""
    return seen


def describe(seen: State, catalogue: Catalogue, language: Language) -> str:
    """The table as text: the round, the supplies, the map tile by tile, then everybody, the Bot last."""
    return "\n".join(_Teller(seen, catalogue, language).lines())


class _Teller:
    """One reader's table."""

    def __init__(self, seen: State, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.catalogue, self.language = seen, catalogue, language

    def line(self, caption: str, **facts: Fact) -> str:
        """A caption with its facts."""
        return self.catalogue.fill(self.catalogue.captions[caption], facts, self.language)

    def listed(self, pieces: Bag) -> str:
        """Pieces by name, with how many there are."""
        named = (self.catalogue.name(piece, self.language) + (f" ×{n}" if n > 1 else "") for piece, n in pieces)
        return ", ".join(named) or "–"

    def named(self, pieces: Iterable[str]) -> str:
        """Pieces by name, in their order."""
        return ", ".join(self.catalogue.name(piece, self.language) for piece in pieces) or "–"

    def lines(self) -> Iterator[str]:
        """Every line of the table."""
        seen = self.seen
        last = self.catalogue.captions["last_round"][self.language] if seen.ending else None
        yield self.line("round", round=seen.round, first=seen.first, active=seen.active, last=last)
        left = points_left(seen) if seen.stage != "over" else 0
        yield self.line("supply", points=left, tiles=size_of(seen.deck), dice=self.listed(seen.supply))
        yield self.line("table", technologies=self.named(seen.table))
        if seen.offer:
            yield self.line("offer", offer=self.named(seen.offer))
        for place in seen.map:
            yield self.line("place", cell=f"({place.q} {place.r})", tile=place.tile, who=self.who(place))
        for seat in range(len(seen.players)):
            yield from self.player(seat)
        if seen.bot is not None:
            yield from self.bot()

    def who(self, place: Place) -> str:
        """Who stands on a tile."""
        found = [self.line("house", side=place.house)] if place.house != NOBODY else []
        found += [self.line("tents", side=side, tents=tents) for side, tents in enumerate(place.tents) if tents]
        return ", ".join(found) or "–"

    def player(self, seat: int) -> Iterator[str]:
        """What lies before a player."""
        player = self.seen.players[seat]
        yield ""
        points = points_of(self.seen, seat)
        yield self.line("player", seat=seat, points=points, quota=player.quota, tents=player.tents)
        yield self.line("active", dice=self.listed(player.active))
        yield self.line("spent", spent=self.listed(player.spent), bag=self.listed(player.bag))
        technologies = self.named(player.technologies)
        yield self.line("owned", tokens=self.listed(player.tokens), technologies=technologies)
        extra = self.listed(player.extra) if player.extra else None
        yield self.line("done", done=self.named(player.done), extra=extra)

    def bot(self) -> Iterator[str]:
        """What lies before the Bot; an arrow marks its marker."""
        bot = the_bot(self.seen)
        yield ""
        yield self.line("bot", points=points_of(self.seen, BOT), tents=bot.tents)
        technologies = self.named(bot.technologies)
        yield self.line("queue", queue=self.named(bot.queue), centre=self.listed(bot.centre), technologies=technologies)
        for at, side in enumerate(bot.sides):
            pieces = self.listed((*side.dice, *bag_of([f"token_{side.token}"] if side.token else [])))
            marker = "→" if at == bot.marker else " "
            yield self.line("side", marker=marker, action=content(self.seen).hexagon[at], pieces=pieces)
