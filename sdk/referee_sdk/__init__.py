"""Python client of the Referee rules service: matches, rulings, bots, record checks, chat tables.

from referee_sdk import Client

match = Client("http://127.0.0.1:8080").new_match("burgundy", seats=2)
match.play(match.legal_actions()[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee_sdk.batch import JudgedMove
from referee_sdk.bots import BotMove, Job
from referee_sdk.catalogue import Component, GameInfo, GameSummary, Rule
from referee_sdk.client import Client
from referee_sdk.core.retries import RetryPolicy
from referee_sdk.errors import (
    AlreadyPlayed,
    BadRequest,
    BotFailed,
    BotPlays,
    Forbidden,
    IllegalMove,
    ImpossibleSetup,
    ImpossibleState,
    InvalidResponse,
    IrreversibleMove,
    MatchLost,
    MatchOver,
    NoSuchMove,
    NotFound,
    RateLimited,
    RefereeError,
    RematchRefused,
    RoomGone,
    RoomOver,
    RoomsUnavailable,
    RulesError,
    RulesetMismatch,
    SeatPresent,
    ServerError,
    StalePosition,
    TimedOut,
    Unauthorized,
    Unavailable,
    UndoRefused,
    UnknownName,
    UnknownState,
    Unreachable,
    UnreadableNotation,
    UnreadableRecord,
)
from referee_sdk.match import Match
from referee_sdk.models import (
    Action,
    Audit,
    Credentials,
    Event,
    Fault,
    JudgedAction,
    LegalActions,
    PlaceVerdict,
    PlayedMove,
    Position,
    Refusal,
    Replay,
    Result,
    Rival,
    Score,
    ScoreLine,
    SealedState,
    SeatView,
    StateRef,
    Turn,
    Verdict,
)
from referee_sdk.pictures import PicturePlace, PicturePlaces
from referee_sdk.records import Chance, Record, RecordedMove
from referee_sdk.room import Room
from referee_sdk.room_links import join
from referee_sdk.room_models import NewRoom, RoomBot, RoomPlayer, RoomRecord
from referee_sdk.version import VERSION, VersionMismatch

if TYPE_CHECKING:
    from referee_sdk.async_client import AsyncClient as AsyncClient
    from referee_sdk.async_match import AsyncMatch as AsyncMatch
    from referee_sdk.async_room import AsyncRoom as AsyncRoom

__version__ = VERSION

__all__ = [
    "Action",
    "AlreadyPlayed",
    "Audit",
    "BadRequest",
    "BotFailed",
    "BotMove",
    "BotPlays",
    "Chance",
    "Client",
    "Component",
    "Credentials",
    "Event",
    "Fault",
    "Forbidden",
    "GameInfo",
    "GameSummary",
    "IllegalMove",
    "ImpossibleSetup",
    "ImpossibleState",
    "InvalidResponse",
    "IrreversibleMove",
    "Job",
    "JudgedAction",
    "JudgedMove",
    "LegalActions",
    "Match",
    "MatchLost",
    "MatchOver",
    "NewRoom",
    "NoSuchMove",
    "NotFound",
    "PicturePlace",
    "PicturePlaces",
    "PlaceVerdict",
    "PlayedMove",
    "Position",
    "RateLimited",
    "Record",
    "RecordedMove",
    "RefereeError",
    "Refusal",
    "RematchRefused",
    "Replay",
    "Result",
    "RetryPolicy",
    "Rival",
    "Room",
    "RoomBot",
    "RoomGone",
    "RoomOver",
    "RoomPlayer",
    "RoomRecord",
    "RoomsUnavailable",
    "Rule",
    "RulesError",
    "RulesetMismatch",
    "Score",
    "ScoreLine",
    "SealedState",
    "SeatPresent",
    "SeatView",
    "ServerError",
    "StalePosition",
    "StateRef",
    "TimedOut",
    "Turn",
    "Unauthorized",
    "Unavailable",
    "UndoRefused",
    "UnknownName",
    "UnknownState",
    "Unreachable",
    "UnreadableNotation",
    "UnreadableRecord",
    "Verdict",
    "VersionMismatch",
    "join",
]

_ASYNCHRONOUS = {
    "AsyncClient": "referee_sdk.async_client",
    "AsyncMatch": "referee_sdk.async_match",
    "AsyncRoom": "referee_sdk.async_room",
}

if not TYPE_CHECKING:  # type checkers would accept any name from a module with `__getattr__`

    def __getattr__(name: str) -> Any:
        """Return a class of the asynchronous client, which needs `httpx2`, an optional dependency."""
        if name not in _ASYNCHRONOUS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            return getattr(import_module(_ASYNCHRONOUS[name]), name)
        except ModuleNotFoundError as error:
            if error.name != "httpx2":
                raise
            raise ImportError(
                f"{name} needs the package httpx2. Install it: pip install httpx2 (or './sdk[async]' in the clone)"
            ) from error
