"""Chat tables: `Table` receives text of users and returns Markdown; `TableManager` has one table per channel."""

from referee_sdk.chat.manager import TableManager
from referee_sdk.chat.messages import Attachment, MenuOption, Message
from referee_sdk.chat.seats import BotSeat
from referee_sdk.chat.table import Table
from referee_sdk.chat.table_file import TableFile
from referee_sdk.chat.text_commands import TextCommands

__all__ = ["Attachment", "BotSeat", "MenuOption", "Message", "Table", "TableFile", "TableManager", "TextCommands"]
