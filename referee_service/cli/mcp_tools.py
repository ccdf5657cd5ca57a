"""MCP server with the tools of agents. What they do and say is in `referee_sdk.agents`."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

import anyio
from anyio.to_thread import run_sync
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, Tool, ToolAnnotations
from pydantic import Field, ValidationError

from referee_sdk.agents import AgentError, AgentTools
from referee_service import __version__

LOG = logging.getLogger("referee.mcp")

INSTRUCTIONS: Final = (
    "Play board games; the referee knows the rules. Start: games, rules(game), new_match. Then call play with a number"
    " of the last list; its result has what happened and the next list, so call look only to see the table again. Moves"
    " with the same beginning share a line: `place_tile die=4 tile=bank: 7 space=8; 8 space=14` means 7 is"
    " `place_tile die=4 tile=bank space=8`. Brackets behind a move are its price or effect, such as `(3 workers)`;"
    ' look(part="moves") explains each move. Take moves from the lists, and do not rebuild the position from memory. A'
    " match name is the key to your seat."
)

MAX_WAITING_CALLS: Final = 200
"""Calls of wait_for_turn at the same time. They have threads of their own, so that other tools never wait for them."""

MAX_ARGUMENT_CHARS: Final = 1_000
"""Longest text of an argument. The service limits names, seeds and searches further."""

MAX_NAME_CHARS: Final = 80
"""Longest unknown name or wrong value that an error repeats."""

LOOK: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGE: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

Name = Annotated[str, Field(description="match name", coerce_numbers_to_str=True)]
Game = Annotated[str, Field(description="name from games")]
MoveText = Annotated[int | str, Field(description="number of the last list, or notation")]
Result = CallToolResult


class AgentServer(MCPServer[Any]):
    """MCP server whose errors tell a model what to do next, also for wrong arguments and unknown tools."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Text of unexpected exceptions never reaches the model."""
        tool = next((each for each in await self.list_tools() if each.name == name), None)
        if tool is not None and (wrong := _wrong_arguments(tool.input_schema, arguments)):
            return _argument_error(tool, wrong)
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            LOG.exception("tool %r failed", name)
            return _error(f"The referee failed in {name}. Call look, then try again.")
        except ToolError as error:
            if tool is None:
                names = ", ".join(each.name for each in await self.list_tools())
                return _error(f"There is no tool {name[:MAX_NAME_CHARS]!r}. Tools: {names}.")
            if not isinstance(error.__cause__, ValidationError):
                raise
            fields = dict.fromkeys(str(each["loc"][0]) for each in error.__cause__.errors())
            return _argument_error(tool, [_wrong_value(tool.input_schema, each, arguments) for each in fields])


def _wrong_arguments(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with names, lengths and flags: a name that is ignored, or a 1 for true, misleads a model."""
    unknown = [f"{each[:MAX_NAME_CHARS]}: Unknown argument" for each in arguments if each not in schema["properties"]]
    long = [
        f"{name}: Longer than {MAX_ARGUMENT_CHARS} characters"
        for name, value in arguments.items()
        if isinstance(value, str) and len(value) > MAX_ARGUMENT_CHARS
    ]
    flags = [
        f"{name}: {str(value).lower()} is no value; {schema['properties'][name].get('description', 'leave it out')}"
        for name, value in arguments.items()
        if isinstance(value, bool) and schema["properties"].get(name, {}).get("type", "") != "boolean"
    ]
    return unknown + long + flags


def _wrong_value(schema: Mapping[str, Any], name: str, arguments: Mapping[str, Any]) -> str:
    """Return what is wrong with the type of an argument, and what it should be.

    The protocol reads a text that is JSON as its value, so a text can have the type of an object. It is shown as JSON.
    """
    if name not in arguments:
        return f"{name}: Field required"
    field = schema["properties"][name]
    types = [form["type"] for form in field.get("anyOf", [field]) if form["type"] != "null"]
    is_text = isinstance(arguments[name], str)
    value = arguments[name] if is_text and "string" in types else json.dumps(arguments[name], ensure_ascii=False)
    shown = value if len(value) <= MAX_NAME_CHARS else f"{value[:MAX_NAME_CHARS]}…"
    return "; ".join(filter(None, [f"{name}: {shown} is no {' or '.join(types)}", field.get("description")]))


def _argument_error(tool: Tool, wrong: Sequence[str]) -> CallToolResult:
    required = tool.input_schema.get("required", ())
    form = ", ".join(each if each in required else f"{each}?" for each in tool.input_schema["properties"])
    return _error(f"Wrong arguments: {'; '.join(wrong)}. Write: {tool.name}({form}).")


def _error(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def create_server(tools: AgentTools) -> AgentServer:
    """Return the server. Its list of tools never changes, because hosts cache it."""
    server = AgentServer(
        "referee", instructions=INSTRUCTIONS, version=__version__, subscriptions=False, log_level="WARNING"
    )
    _add_catalogue(server, tools)
    _add_set_up(server, tools)
    _add_play(server, tools)
    _add_looks(server, tools)
    return server


def _result(call: Callable[[], str | bytes]) -> Result:
    """Return the result of a tool. An `AgentError` becomes a result for the model, as it is and without a prefix."""
    try:
        found = call()
    except AgentError as error:
        return _error(str(error))
    if isinstance(found, bytes):
        return Result(content=[Image(data=found, format="png").to_image_content()])
    return Result(content=[TextContent(type="text", text=found)])


def _add_catalogue(server: MCPServer[Any], tools: AgentTools) -> None:
    @server.tool(annotations=LOOK, structured_output=False)
    def games() -> Result:
        """List games, seats, options and bots."""
        return _result(tools.games)

    @server.tool(annotations=LOOK, structured_output=False)
    def rules(
        game: Game, query: Annotated[str, Field(description="word or rule id; empty: how to play")] = ""
    ) -> Result:
        """Explain a game, or find its rules."""
        return _result(lambda: tools.rules(game, query))

    @server.tool(annotations=LOOK, structured_output=False)
    def components(
        game: Game, query: Annotated[str, Field(description="names or ids with commas; empty: all names")] = ""
    ) -> Result:
        """Explain cards, tiles or dice."""
        return _result(lambda: tools.components(game, query))


def _add_set_up(server: MCPServer[Any], tools: AgentTools) -> None:
    @server.tool(annotations=CHANGE, structured_output=False)
    def new_match(
        game: Game,
        seats: int | None = None,
        opponents: Annotated[
            str | None, Field(description="bots for the other seats, such as greedy or greedy,search; none: play all")
        ] = None,
        seed: Annotated[str | None, Field(coerce_numbers_to_str=True)] = None,
        options: Annotated[dict[str, Any] | None, Field(description="from games")] = None,
        guarded: Annotated[bool, Field(description="several agents, one match name per seat; no seed")] = False,  # noqa: FBT002
    ) -> Result:
        """Start a match as seat 0 against bots. Returns its name, the table and the numbered moves."""
        return _result(lambda: tools.new_match(game, seats, opponents, seed, options, guarded=guarded))

    @server.tool(annotations=CHANGE, structured_output=False)
    def join(link: str, name: Annotated[str, Field(description="shown to the others")] = "") -> Result:
        """Enter a room by its link, to play with people."""
        return _result(lambda: tools.join(link, name))

    @server.tool(annotations=CHANGE, structured_output=False)
    def save(match: Name) -> Result:
        """Store a match and return how to resume it."""
        return _result(lambda: tools.save(match))

    @server.tool(annotations=LOOK, structured_output=False)
    def resume(match: Name) -> Result:
        """Continue a match, also after a restart."""
        return _result(lambda: tools.resume(match))


def _add_play(server: MCPServer[Any], tools: AgentTools) -> None:
    limiter = anyio.CapacityLimiter(MAX_WAITING_CALLS)

    @server.tool(annotations=CHANGE, structured_output=False)
    def play(
        match: Name,
        move: MoveText,
        expect: Annotated[str, Field(description="notation that the number should have; else nothing is played")] = "",
    ) -> Result:
        """Play a move. Returns what happened until you decide again, and the next numbered moves."""
        return _result(lambda: tools.play(match, move, expect))

    @server.tool(annotations=LOOK, structured_output=False)
    def why_not(match: Name, move: MoveText) -> Result:
        """Say whether a move is legal, or which rules forbid it."""
        return _result(lambda: tools.why_not(match, move))

    @server.tool(annotations=LOOK, structured_output=False)
    async def wait_for_turn(match: Name, seconds: Annotated[float, Field(description="at most 50")] = 30) -> Result:
        """Wait until you decide; only where people or other agents play."""
        return await run_sync(
            lambda: _result(lambda: tools.wait_for_turn(match, seconds)), abandon_on_cancel=True, limiter=limiter
        )

    @server.tool(annotations=LOOK, structured_output=False)
    def hint(match: Name, bot: str = "greedy") -> Result:
        """Show the moves that a bot (greedy, search) prefers for you, with the leads in points that it expects."""
        return _result(lambda: tools.hint(match, bot))


def _add_looks(server: MCPServer[Any], tools: AgentTools) -> None:
    @server.tool(annotations=LOOK, structured_output=False)
    def look(
        match: Name,
        part: Annotated[
            str, Field(description="only this part: moves (as sentences, with prices), table, seat.0, …")
        ] = "",
    ) -> Result:
        """Show the table, your question and the numbered moves."""
        return _result(lambda: tools.look(match, part))

    @server.tool(annotations=LOOK, structured_output=False)
    def score(match: Name) -> Result:
        """Count the points, line by line."""
        return _result(lambda: tools.score(match))

    @server.tool(annotations=LOOK, structured_output=False)
    def picture(match: Name, part: str = "") -> Result:
        """Draw the table as a PNG image."""
        return _result(lambda: tools.picture(match, part))
