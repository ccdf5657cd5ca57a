"""Discord adapter: slash commands, buttons and lists of moves, a thread per table. Needs `referee-sdk[discord]`.

import os
from referee_sdk import Client
from referee_sdk.chat import TableManager
from referee_sdk.discord import RefereeBot

RefereeBot(TableManager(Client("http://127.0.0.1:8080"))).run(os.environ["DISCORD_TOKEN"])
"""

from referee_sdk.discord.bot import RefereeBot

__all__ = ["RefereeBot"]
