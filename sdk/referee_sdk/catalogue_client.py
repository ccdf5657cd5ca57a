"""Calls about games, rules, components and pictures. `Client` inherits them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar, Unpack

from referee_sdk.catalogue import Component, GameInfo, GameSummary, Rule
from referee_sdk.core.calls import ClientCore
from referee_sdk.core.exchange import Steps
from referee_sdk.models import StateSource
from referee_sdk.options import CachedPictureOptions, ComponentPictureOptions, PictureFormat, PictureOptions
from referee_sdk.pictures import PicturePlaces

T = TypeVar("T")


class CatalogueClient(ClientCore):
    """Base class of `Client` with the calls about games and pictures. A subclass performs the steps."""

    @abstractmethod
    def _run(self, steps: Steps[T]) -> T:
        """Perform the steps of a call and return its result."""

    def games(self) -> tuple[GameSummary, ...]:
        """Return all games of the service."""
        return self._run(self._calls.games())

    def game(self, game: str) -> GameInfo:
        """Return one game: seat counts, options, verbs with their fields, packs with provenance."""
        return self._run(self._calls.game(game))

    def rules(self, game: str) -> tuple[Rule, ...]:
        """Return all rules of a game."""
        return self._run(self._calls.rules(game))

    def rule(self, game: str, rule: str) -> Rule:
        """Return one rule by its id, such as the `rule` of a refusal."""
        return self._run(self._calls.rule(game, rule))

    def components(
        self, game: str, *, q: str | None = None, kind: str | None = None, pack: str | None = None
    ) -> tuple[Component, ...]:
        """Return the components of a pack with names and texts, all or those of a kind and a search.

        `q` is a part of a name in English or French; case and accents do not matter. Without `pack` it is the pack
        that new matches use.
        """
        return self._run(self._calls.components(game, {"q": q, "kind": kind, "pack": pack}))

    def component(self, game: str, component: str, *, pack: str | None = None) -> Component:
        """Return one component by its id, with its facts, linked rules, provenance and pack.

        Raises `NotFound` if the pack has no such component.
        """
        return self._run(self._calls.component(game, component, {"pack": pack}))

    def picture(
        self,
        source: StateSource,
        *,
        seat: int | None = None,
        format: PictureFormat = "svg",
        **options: Unpack[PictureOptions],
    ) -> bytes:
        """Return a position as a picture for a seat, or for a spectator without `seat`."""
        return self._run(self._calls.picture(source, seat, format, options))

    def picture_places(
        self, source: StateSource, *, seat: int | None = None, **options: Unpack[PictureOptions]
    ) -> PicturePlaces:
        """Return the size of the same picture and the box of every place in it, in pixels."""
        return self._run(self._calls.picture_places(source, seat, options))

    def cached_picture(
        self,
        game: str,
        digest: str,
        *,
        seat: int | None = None,
        format: PictureFormat = "svg",
        **options: Unpack[CachedPictureOptions],
    ) -> bytes:
        """Return the picture of an open state that the service caches. Raises `UnknownState` if it does not."""
        return self._run(self._calls.cached_picture(game, digest, format, {"seat": seat, **options}))

    def component_picture(
        self, game: str, component: str, *, format: PictureFormat = "svg", **options: Unpack[ComponentPictureOptions]
    ) -> bytes:
        """Return a picture of one component: the piece, its name and its text, in the language of the client.

        Raises `NotFound` if the pack has no such component.
        """
        return self._run(self._calls.component_picture(game, component, format, options))
