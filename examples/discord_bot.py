"""Discord bot: tables of all games in the threads of a server. docs/chat.md explains how to set it up.

    export DISCORD_TOKEN=...
    python examples/discord_bot.py --url http://127.0.0.1:8080

Tables are saved in a file, so that a restart interrupts no match. Without --url (and REFEREE_URL) the bot runs the
service in its own process; the bot `search` and links of rooms need a running service.
"""

from __future__ import annotations

import argparse
import os
import sys

import aiohttp
import discord

from referee_sdk.chat import TableFile, TableManager
from referee_sdk.connection import connect
from referee_sdk.discord import RefereeBot


def main() -> int:
    """Run the bot until Ctrl-C. Return 1 if it cannot log in."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="address of the service")
    parser.add_argument("--tables", default="tables.db", help="file in which the tables are saved")
    parser.add_argument("--rooms-url", help="address of the service in the links of rooms, if users see it at another")
    parser.add_argument("--no-threads", action="store_true", help="open each table in its channel")
    options = parser.parse_args()
    token = os.environ.get("DISCORD_TOKEN")
    if not token:
        print("Set DISCORD_TOKEN to the token of your application: discord.com/developers, page Bot.", file=sys.stderr)
        return 1
    with TableFile(options.tables) as storage:
        manager = TableManager(connect(options.url), storage, rooms_url=options.rooms_url)
        bot = RefereeBot(manager, has_threads=not options.no_threads)
        try:
            bot.run(token)
        except discord.LoginFailure:
            print("Discord refuses the token: reset it on the page Bot of your application.", file=sys.stderr)
            return 1
        except aiohttp.ClientConnectionError as error:
            print(f"Discord cannot be reached from this computer: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
