"""Base of the typed actions in `referee_sdk.games`, and the conversions that its modules share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Protocol, TypeVar, cast

from referee_sdk.errors import BadRequest
from referee_sdk.models import Action


@dataclass(frozen=True, kw_only=True)
class TypedAction:
    """An action with typed fields, for `match.play` and `match.judge`. Each subclass is one verb of one game."""

    kind: ClassVar[str]
    """The verb, as in the JSON of the action."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object for a request: verb and fields. Optional fields that are None are left out."""
        json: dict[str, Any] = {"kind": self.kind}
        for field in fields(self):
            value: object = getattr(self, field.name)
            if value is not None or field.default is MISSING:
                json[field.name] = list(cast(tuple[object, ...], value)) if isinstance(value, tuple) else value
        return json


class HasState(Protocol):
    """A match of one game, or a position of it: the name of the game, and the open state."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def state(self) -> Mapping[str, Any] | None:
        """The open state."""
        ...


A = TypeVar("A", bound=TypedAction)


def typed_action(game: str, verbs: Mapping[str, type[A]], action: Action) -> A:
    """Return an action as that of its verb. Raises `BadRequest` if the game has no such verb, or not these fields."""
    if action.kind not in verbs:
        raise BadRequest(f"“{action.kind}” is not a verb of {game}. Use the module of the game that the match plays.")
    verb = verbs[action.kind]
    values = {name: _immutable(value) for name, value in action.fields.items()}
    try:
        return verb(**values)
    except TypeError as error:
        known = ", ".join(field.name for field in fields(verb)) or "none"
        detail = f"“{action.kind}” has other fields than {', '.join(values) or 'none'}; it has: {known}."
        raise BadRequest(f"{detail} Install the version of referee-sdk that fits the service.") from error


def _immutable(value: object) -> Any:
    """Return a list of JSON as a tuple, and any other value as it is."""
    return tuple(cast(list[object], value)) if isinstance(value, list) else value


def open_state(game: str, source: HasState) -> Mapping[str, Any]:
    """Return the state of a match or position. Raises `BadRequest` if it is of another game, or not included."""
    if source.game != game:
        raise BadRequest(f"This is a match of {source.game}, not of {game}. Use `referee_sdk.games.{source.game}`.")
    if source.state is None:
        raise BadRequest("The position has no state. Request it: `include` must be absent or contain “state”.")
    return source.state
