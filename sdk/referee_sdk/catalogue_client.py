"""Calls about games, their rules and their components. They need no match; `Client` inherits them."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import quote

from referee_sdk.catalogue import Component, ComponentList, GameInfo, GameList, GameSummary, Rule, RuleList
from referee_sdk.responses import decode_response
from referee_sdk.transport import Transport

T = TypeVar("T")


class CatalogueClient:
    """Base class of `Client` with the calls about games. A subclass sets the transport."""

    _transport: Transport

    def games(self) -> tuple[GameSummary, ...]:
        """Return all games of the service."""
        return self._get(GameList, "/v1/games").games

    def game(self, game: str) -> GameInfo:
        """Return one game: seat counts, options, verbs with their fields, packs with provenance."""
        return self._get(GameInfo, f"/v1/games/{game}")

    def rules(self, game: str) -> tuple[Rule, ...]:
        """Return all rules of a game."""
        return self._get(RuleList, f"/v1/games/{game}/rules").rules

    def rule(self, game: str, rule: str) -> Rule:
        """Return one rule by its id, such as the `rule` of a refusal."""
        return self._get(Rule, f"/v1/games/{game}/rules/{rule}")

    def components(
        self, game: str, *, q: str | None = None, kind: str | None = None, pack: str | None = None
    ) -> tuple[Component, ...]:
        """Return the components of a pack with names and texts, all or those of a kind and a search.

        `q` is a part of a name in English or French; case and accents do not matter. Without `pack` it is the pack
        that new matches use.
        """
        params = {"q": q, "kind": kind, "pack": pack}
        return self._get(ComponentList, f"/v1/games/{game}/components", **params).components

    def component(self, game: str, component: str, *, pack: str | None = None) -> Component:
        """Return one component by its id, with its facts, linked rules, provenance and pack.

        Raises `NotFound` if the pack has no such component.
        """
        return self._get(Component, f"/v1/games/{game}/components/{quote(component, safe='')}", pack=pack)

    def _get(self, model: type[T], path: str, **params: str | None) -> T:
        """Send a GET request and decode the response. Parameters that are None are not sent."""
        sent: dict[str, Any] = {name: value for name, value in params.items() if value is not None}
        return decode_response(model, self._transport.call("GET", path, **sent))
