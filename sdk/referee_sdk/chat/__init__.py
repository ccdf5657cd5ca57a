"""Chat tables: `Table` takes text from named people and answers in short Markdown; `Hall` keeps many tables."""

from referee_sdk.chat.manager import TableManager
from referee_sdk.chat.messages import MenuOption, Message
from referee_sdk.chat.table import BotSeat, Table

__all__ = ["BotSeat", "MenuOption", "Message", "Table", "TableManager"]
