"""Calls about games, rules, components and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee_sdk.catalogue import Component, ComponentList, GameInfo, GameList, GameSummary, Rule, RuleList
from referee_sdk.core.bodies import picture_body
from referee_sdk.core.exchange import Json, Response, Steps
from referee_sdk.core.sender import Sender, api_path, first_known
from referee_sdk.models import StateSource
from referee_sdk.options import PictureFormat, PictureOptions
from referee_sdk.pictures import PicturePlaces

MEDIA_TYPES: dict[PictureFormat, str] = {"svg": "image/svg+xml", "png": "image/png"}


class CatalogueCalls(Sender):
    """Calls about games, rules, components and pictures."""

    def games(self) -> Steps[tuple[GameSummary, ...]]:
        """Request all games."""
        return (yield from self.get(GameList, api_path("games"))).games

    def game(self, game: str) -> Steps[GameInfo]:
        """Request one game."""
        return (yield from self.get(GameInfo, api_path("games", game)))

    def rules(self, game: str) -> Steps[tuple[Rule, ...]]:
        """Request all rules of a game."""
        return (yield from self.get(RuleList, api_path("games", game, "rules"))).rules

    def rule(self, game: str, rule: str) -> Steps[Rule]:
        """Request one rule."""
        return (yield from self.get(Rule, api_path("games", game, "rules", rule)))

    def components(self, game: str, params: Mapping[str, Any]) -> Steps[tuple[Component, ...]]:
        """Request the components of a pack."""
        return (yield from self.get(ComponentList, api_path("games", game, "components"), params)).components

    def component(self, game: str, component: str, params: Mapping[str, Any]) -> Steps[Component]:
        """Request one component."""
        return (yield from self.get(Component, api_path("games", game, "components", component), params))

    def picture(
        self, source: StateSource, seat: int | None, picture_format: PictureFormat, options: PictureOptions
    ) -> Steps[bytes]:
        """Request the picture of a state."""
        body = picture_body(seat, options)
        return (
            yield from first_known(
                source,
                lambda game, fields: self._content(
                    "POST", api_path("games", game, "pictures"), picture_format, {**fields, **body}
                ),
            )
        )

    def picture_places(self, source: StateSource, seat: int | None, options: PictureOptions) -> Steps[PicturePlaces]:
        """Request the places of the picture of a state."""
        return (yield from self.call(PicturePlaces, source, "pictures", picture_body(seat, options)))

    def cached_picture(
        self, game: str, digest: str, picture_format: PictureFormat, params: Mapping[str, Any]
    ) -> Steps[bytes]:
        """Request the picture of a cached state."""
        path = api_path("games", game, "pictures", f"{digest}.{picture_format}")
        return (yield from self._content("GET", path, picture_format, params=params))

    def component_picture(
        self, game: str, component: str, picture_format: PictureFormat, params: Mapping[str, Any]
    ) -> Steps[bytes]:
        """Request the picture of a component."""
        path = api_path("games", game, "components", component, "picture")
        return (yield from self._content("GET", path, picture_format, params=params))

    def _content(
        self,
        method: str,
        path: str,
        picture_format: PictureFormat,
        body: Json | None = None,
        params: Mapping[str, Any] | None = None,
        credential: str | None = None,
    ) -> Steps[bytes]:
        accept = MEDIA_TYPES[picture_format]
        request = self.request(method, path, body, accept=accept, params=params, credential=credential)
        return (yield from self.send(request, _bytes))


def _bytes(response: Response) -> bytes:
    return response.content
