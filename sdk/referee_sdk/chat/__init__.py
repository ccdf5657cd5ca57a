"""Chat tables: `Table` takes text from named people and answers in short Markdown; `Hall` keeps many tables."""

from referee_sdk.chat.hall import Hall
from referee_sdk.chat.messages import Choice, Message
from referee_sdk.chat.table import Bot, Table

__all__ = ["Bot", "Choice", "Hall", "Message", "Table"]
