"""What the stand-in for Discord notes: the messages of the bot, and the interactions of users."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

APPLICATION = 900
"""Id of the application and its user."""

EPHEMERAL = 64
TIME = "2026-01-01T00:00:00+00:00"
BOT_USER = {"id": str(APPLICATION), "username": "Referee", "discriminator": "0", "avatar": None, "bot": True}
IMMEDIATE, DEFERRED, DEFERRED_UPDATE, UPDATE, COMPLETION = 4, 5, 6, 7, 8
"""Types of the first response to an interaction."""


@dataclass
class Sent:
    """A message of the bot. `user` is the only one who sees it, or None."""

    id: int
    channel: int
    text: str = ""
    user: int | None = None
    embeds: list[Any] = field(default_factory=list)
    components: list[Any] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    alts: dict[str, str] = field(default_factory=dict)
    mentions: list[int] = field(default_factory=list)
    is_deleted: bool = False

    @property
    def items(self) -> list[Any]:
        """The buttons and select menus."""
        return [item for row in self.components for item in row["components"]]

    def seen(self) -> tuple[Any, ...]:
        """Return what users see of it."""
        return self.text, str(self.components), tuple(self.files), str(self.embeds), self.is_deleted

    def labels(self) -> list[str]:
        """Return the labels of its buttons."""
        return [item["label"] for item in self.items if item["type"] == 2]

    def change(self, payload: dict[str, Any], files: dict[str, bytes]) -> None:
        """Change the fields that a request names."""
        self.text = payload.get("content", self.text) or ""
        self.embeds = payload.get("embeds", self.embeds) or []
        self.components = payload.get("components", self.components) or []
        if "attachments" in payload:
            self.files = files
            self.alts = {each["filename"]: each.get("description", "") for each in payload["attachments"]}

    def to_json(self) -> dict[str, Any]:
        """Return the message as Discord does."""
        attachments = [
            {"id": str(number), "filename": name, "size": len(content), "url": f"http://cdn/{name}", "proxy_url": ""}
            for number, (name, content) in enumerate(self.files.items())
        ]
        return {
            **{"id": str(self.id), "channel_id": str(self.channel), "author": BOT_USER, "content": self.text},
            **{"timestamp": TIME, "edited_timestamp": None, "tts": False, "mention_everyone": False, "type": 0},
            **{"mentions": [], "mention_roles": [], "attachments": attachments, "embeds": self.embeds, "pinned": False},
            **{"components": self.components, "flags": EPHEMERAL if self.user is not None else 0},
        }


@dataclass
class Exchange:
    """An interaction of a user: when it was sent, its first response, and the message to which @original refers."""

    id: int
    kind: int
    user: int
    channel: int
    sent_at: float
    original: Sent | None = None
    response: int | None = None
    is_private: bool = False
    choices: list[dict[str, Any]] = field(default_factory=list)
