"""Errors of the tools: each says what is wrong and what to do next, and lists the legal moves after a failed move."""

from __future__ import annotations

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee_sdk import Client
from referee_sdk.agents import AgentError, AgentTools, FolderStorage
from referee_sdk.agents.moves import read_move
from referee_sdk.agents.registry import SECRET_NAME_BYTES
from referee_service.games import GAMES
from referee_service.services.guides import guide_text
from tests.mcp.agents import connected, moves_in, name_in


@pytest.fixture
def match(tools: AgentTools) -> str:
    """Return the name of a match of Burgundy against greedy."""
    return name_in(tools.new_match("burgundy", seed="hello"))


def legal(tools: AgentTools, match: str) -> dict[int, str]:
    """Return the legal moves of a match."""
    return moves_in(tools.look(match))


@pytest.mark.parametrize(
    ("move", "expect", "reason"),
    [
        ("99", "", "There is no move 99: the list has 8."),
        ("0", "", "There is no move 0"),
        (-1, "", "There is no move -1: the list has 8."),
        ("", "", "The move is empty."),
        ("fly away", "", "“fly” is no verb that you may use now. Verbs now: take_tile, sell_goods, take_workers."),
        ("take_tiles die=1", "", "Did you mean take_tile? Verbs now: "),
        ("x" * 501, "", "Correct these fields: `move`: Length must be between 1 and 500."),
        (True, "", "“True” is no verb that you may use now."),
        ("take_tile", "", "take_tile lacks the field depot. Write: take_tile die=1 depot=1 tile=bank\n"),
        ("take_tile die=x depot=1 tile=bank", "", "die must be a number. Write: take_tile die=1 depot=1 tile=bank\n"),
        ("take_tile 1", "", "'1' is not a field of take_tile. Write: take_tile die=1 depot=1 tile=bank\n"),
        ("take_tile die=1 depot=1 tile=churh", "", "Did you mean tile=church?\n"),
        ("place_tile die=5 tile=bank space=3", "", "You have no die 5 left; you have 1 and 1. (die.held)"),
        (1, "end_turn", "Number 1 is `take_tile die=1 depot=1 tile=bank`, not `end_turn`."),
        (1, "2", "You expected `2`, but the move is `1`."),
        ("1. end_turn", "", "Number 1 is `take_tile die=1 depot=1 tile=bank`, not `end_turn`."),
        ("take_workers die=1", "take_workers die=2", "You expected `take_workers die=2`"),
    ],
)
def test_a_failed_move_has_its_reason_and_the_legal_moves(tools, match, move, expect, reason):
    moves = legal(tools, match)
    with pytest.raises(AgentError) as caught:
        tools.play(match, move, expect)
    assert reason in str(caught.value)
    assert "Nothing was played." in str(caught.value)
    assert moves_in(str(caught.value)) == moves
    assert legal(tools, match) == moves
    assert "[" not in str(caught.value).partition("Nothing")[0]  # no code, no id of a request


@pytest.mark.parametrize(
    "move",
    [
        "8",
        8,
        " 8. ",
        "#8",
        "move 8",
        "8)",
        "`8`",
        "take_workers die=1",
        "`take_workers die=1`",
        "8 take_workers die=1",
        "8. `take_workers die=1`",
        "**take_workers die=1**",
        "8: take_workers  die=1",
        "8 die=1",
        "take_workers: 8 die=1",
    ],
)
def test_models_write_a_move_in_many_forms(tools, match, move):
    assert legal(tools, match)[8] == "take_workers die=1"
    assert "takes 2 workers" in tools.play(match, move)


def test_fields_may_stand_in_another_order(tools, match):
    assert "takes the bank" in tools.play(match, 1, "take_tile tile=bank depot=1 die=1")


def test_a_number_is_of_a_list_that_the_agent_has_read(client):
    storage: dict[str, str] = {}
    match = name_in(AgentTools(client, storage=storage).new_match("burgundy", seed="hello"))
    again = AgentTools(client, storage=storage)
    with pytest.raises(AgentError, match="Numbers are of the last list that you got"):
        again.play(match, 1)
    assert "takes the bank" in again.play(match, 1)  # the error had the list


def test_a_number_of_an_older_list_is_refused(tools):
    names = [line.split()[-1] for line in tools.new_match("burgundy", guarded=True).splitlines()[1:]]
    seat = next(name for name in names if moves_in(tools.look(name)))
    before = legal(tools, seat)
    tools.registry.seat(seat).hosted.match.play(before[1])  # as another process with the same name would do
    with pytest.raises(AgentError, match="The position has changed since your last list"):
        tools.play(seat, 1)
    assert moves_in(tools.play(seat, 2, moves_in(tools.look(seat))[2])) != before


def test_why_not_has_every_reason(tools, match):
    text = tools.why_not(match, "place_tile die=5 tile=bank space=3")
    assert [line.rpartition("(")[2].rstrip(")") for line in text.splitlines()[1:4]] == [
        "die.held",
        "place_tile.stored",
        "place_tile.colour",
    ]
    assert moves_in(text.partition("Legal moves:\n")[2]) == legal(tools, match)
    for wrong in (99, "", "fly"):
        with pytest.raises(AgentError) as caught:
            tools.why_not(match, wrong)
        assert moves_in(str(caught.value).partition("Legal moves:\n")[2]) == legal(tools, match)
    assert tools.why_not(match, "8") == "Legal: number 8, `take_workers die=1`."
    rule = tools.rules("burgundy", "place_tile.stored")
    assert rule.startswith("place_tile.stored: ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "chess"}, "There is no game “chess”. Games: burgundy, settlement, medievalia"),
        ({"game": "burgundy", "seats": 9}, "burgundy has 2, 3, 4 seats, not 9."),
        ({"game": "burgundy", "opponents": "gredy"}, "There is no bot “gredy”. Bots: random, greedy, search."),
        ({"game": "burgundy", "opponents": "search"}, "start `referee up`, and then `referee mcp --url"),
        ({"game": "burgundy", "seats": 2, "opponents": "greedy,random"}, "2 bots do not fit 2 seats"),
        ({"game": "settlement", "seats": 1, "opponents": "greedy"}, "A match of one seat has no opponents"),
        ({"game": "burgundy", "options": {"boards": "x"}}, "valid values: basic, chosen, random"),
        ({"game": "burgundy", "options": {"colour": 1}}, "colour"),
        ({"game": "burgundy", "guarded": True, "seed": "x"}, "A guarded match takes no seed"),
    ],
)
def test_a_match_that_cannot_be_set_up(tools, arguments, reason):
    with pytest.raises(AgentError) as caught:
        tools.new_match(**arguments)
    assert reason in str(caught.value)


@pytest.mark.parametrize("game", ["Burgundy", "the castles of burgundy", " `burgundy` ", "dice settlers"])
def test_games_are_found_by_name_and_title(tools, game):
    assert tools.rules(game)


def test_a_number_of_a_call_that_began_before_the_list_is_refused(tools, match):
    tools.look(match)
    with ThreadPoolExecutor(4) as pool, tools.registry.seat(match).lock:
        calls = [pool.submit(tools.play, match, 8) for _ in range(4)]  # a model may send calls at the same time
        time.sleep(0.2)
    failed = [error for call in calls if (error := call.exception()) is not None]
    assert len(failed) == 3
    for error in failed:
        assert "The position has changed since your last list, so number 8 may mean another move." in str(error)
        assert moves_in(str(error))


def test_names_of_a_guarded_match_are_never_listed(tools):
    names = [line.split()[-1] for line in tools.new_match("burgundy", guarded=True).splitlines()[1:]]
    assert {len(name) for name in names} == {32}
    with pytest.raises(AgentError) as caught:
        tools.look("zzz")
    assert not [name for name in names if name in str(caught.value)]


def test_unknown_names_of_matches_list_the_own_ones(tools, match):
    with pytest.raises(AgentError) as caught:
        tools.look("zzz")
    assert f"Your matches: {match} (burgundy)." in str(caught.value)
    assert tools.look(f" `{match.upper()}` ") == tools.look(match)


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("look", {"part": "hand"}, "table, seat.0, seat.1. Also: moves."),
        ("picture", {"part": "hand"}, "table"),
        ("hint", {"bot": "best"}, "There is no bot “best”. Bots: random, greedy, search."),
        ("hint", {"bot": "search"}, "needs a service with workers"),
        ("wait_for_turn", {"seconds": 51}, "seconds must be from 0 to 50."),
    ],
)
def test_wrong_arguments_list_the_right_ones(tools, match, tool, arguments, reason):
    with pytest.raises(AgentError) as caught:
        getattr(tools, tool)(match, **arguments)
    assert reason in str(caught.value)


def test_components_of_several_names_are_one_call(tools):
    text = tools.components("empires_north", "Granary, `savings_bank`, Granary")
    assert [line.partition(":")[0] for line in text.splitlines()] == [
        "Granary (granary)",
        "Savings Bank (savings_bank)",
    ]
    known, unknown = tools.components("empires_north", "granary, bankk").splitlines()
    assert known.startswith("Granary (granary): ")
    assert unknown.startswith("No component of empires_north is called “bankk”. Similar: ")
    with pytest.raises(AgentError, match=r"is called “bankk”\. Similar: "):
        tools.components("empires_north", "bankk")
    with pytest.raises(AgentError, match="Name at most 12 components"):
        tools.components("empires_north", ", ".join(["granary"] * 13))


def test_searches_without_a_result_say_what_to_try(tools):
    with pytest.raises(AgentError, match="or the beginning of an id: "):
        tools.rules("burgundy", "helicopter")
    with pytest.raises(AgentError, match=r"call components\(game, query\)"):
        tools.rules("burgundy", "des")
    with pytest.raises(AgentError, match=r"Rules have it: call rules\(game, query\)"):
        tools.components("burgundy", "storage")
    with pytest.raises(AgentError, match=r"Similar: .*Warehouse"):
        tools.components("burgundy", "warehose")
    with pytest.raises(AgentError, match="There are: building: Warehouse"):
        tools.components("burgundy", "qqqq")


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_a_guide_cites_finds_its_rules(client, game):
    tools = AgentTools(client, guides=guide_text)
    sections = re.findall(r"\(((?:§|p\. )[^)]+)\)", tools.rules(game))
    assert len(sections) >= 4
    for section in sections:
        words = re.findall(r"\w+", section.casefold())
        assert " ".join(words) in " ".join(re.findall(r"\w+", tools.rules(game, section).casefold()))


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_no_template_syntax(client, tools, game):
    for rule in client.rules(game):
        assert not set("[]{}") & set(tools.rules(game, rule.rule))


@pytest.mark.parametrize(
    ("game", "rule", "sentences"),
    [
        ("empires_north", "raid.action", "seat … has no Action. There is no card in slot … of seat …'s empire. ("),
        ("dice_settlers", "sell_die.held", "among your spent dice. Active dice: …. Spent dice: …. ("),
        ("empires_north", "build_field.goods", "goods of “…”. There is no field"),
        ("empires_north", "pawn.kind", " “… …” is …; a pawn stands on an action tile only. ("),
        ("settlement", "use_building.active", "Space … has no building. … on space … cannot be used now; choose"),
        ("burgundy", "die.held", "You have no die … left; you have …. ("),
    ],
)
def test_parts_of_a_rule_that_exclude_each_other_are_sentences(tools, game, rule, sentences):
    assert sentences in tools.rules(game, rule)


def test_options_are_found_by_name_and_value(tools):
    for query in ("scenario", "winter", "Pirates"):
        assert tools.rules("empires_north", query).startswith(
            "Option of new_match: scenario=winter|barbarians|outpost|pirates. Solo: the scenario to win."
        )


def test_results_that_are_cut_name_the_others(tools):
    *shown, rest = tools.rules("burgundy", "tiles").splitlines()
    assert len(shown) == 8
    count, ids = re.fullmatch(r"… and (\d+) more, by their ids: (.*)", rest).groups()
    assert int(count) >= len(ids.removesuffix(" …").split(", ")) > 5
    assert tools.rules("burgundy", ids.split(", ")[0])


def test_games_have_their_options_with_values(tools):
    burgundy, *_, empires, bots = tools.games().splitlines()
    assert "; boards=basic|chosen|random; first_player=N; tie_break=fewest_empty|most_empty" in burgundy
    assert "; raze_points=false|true; only with 1 seat: scenario=winter|barbarians|outpost|pirates; " in empires
    assert bots.startswith("Bots: random, greedy. (No search: ")


def test_an_option_for_other_seats_is_refused(tools):
    """The service ignores it: a match without the scenario would look like one with it."""
    with pytest.raises(AgentError, match=r"^scenario, slots: only with 1 seat, not with 2\. .* seats=1"):
        tools.new_match("empires_north", options={"scenario": "winter", "slots": [0], "raze_points": True})
    assert "You are seat 0." in tools.new_match("empires_north", seats=1, options={"scenario": "winter"})


def test_a_hint_says_what_its_values_are(tools, match):
    assert tools.hint(match).startswith("greedy would play, best first, with the lead over the best opponent")
    assert tools.hint(match, "random") == "random has no preference: it would play any legal move."


def test_texts_that_an_agent_has_written_are_cut(tools):
    for call in (
        lambda: tools.look("x" * 900),
        lambda: tools.rules("x" * 900),
        lambda: tools.rules("burgundy", "x" * 900),
    ):
        with pytest.raises(AgentError) as caught:
            call()
        assert "x" * 81 not in str(caught.value)
    with pytest.raises(AgentError, match="`seed`: longer than its maximum length, 200"):
        tools.new_match("burgundy", seed="x" * 201)


def test_a_lost_name_is_found_among_the_stored_matches(client, tmp_path):
    names = [
        name_in(AgentTools(client, storage=FolderStorage(tmp_path)).new_match(game))
        for game in ("burgundy", "settlement")
    ]
    later = AgentTools(client, storage=FolderStorage(tmp_path))
    with pytest.raises(AgentError, match=f"Stored matches: {names[1]} .settlement., {names[0]} .burgundy.") as caught:
        later.look("zzz")
    assert later.save(names[0]).startswith(f"Saved in {tmp_path}. ")
    shared = AgentTools(client, storage=FolderStorage(tmp_path), name_bytes=SECRET_NAME_BYTES)
    with pytest.raises(AgentError) as caught:
        shared.look("zzz")
    assert "Stored" not in str(caught.value)
    assert str(tmp_path) not in shared.save(name_in(shared.new_match("burgundy")))


def test_a_wrong_name_lists_the_matches_used_last(tools):
    first, *others = [name_in(tools.new_match("burgundy", opponents="none")) for _ in range(12)]
    tools.look(first)
    with pytest.raises(AgentError) as caught:
        tools.look("zzz")
    assert re.findall(r"(\w+) \(burgundy\)", str(caught.value)) == [first, *reversed(others)][:10]


def test_the_protocol_says_which_arguments_are_wrong(server):
    async def play() -> None:
        async with connected(server) as agent:
            await agent.start("burgundy")
            missing = await agent.error("play", match=agent.match)
            assert missing == "Wrong arguments: move: Field required. Write: play(match, move, expect?)."
            assert "There is no tool 'moves'. Tools: games, rules," in await agent.error("moves")
            unknown = await agent.error("new_match", game="burgundy", bot="search")
            assert unknown.startswith(
                "Wrong arguments: bot: Unknown argument. Write: new_match(game, seats?, opponents?"
            )
            long = await agent.error("play", match=agent.match, move="x" * 100_000)
            assert long == "Wrong arguments: move: Longer than 1000 characters. Write: play(match, move, expect?)."
            assert len(await agent.error("x" * 100_000)) < 2_000
            flag = await agent.error("play", match=agent.match, move=True)
            assert flag.startswith(
                "Wrong arguments: move: true is no value; number of the last list, or notation. Write"
            )
            assert "true is no value" in await agent.error("why_not", match=agent.match, move=True)
            assert (await agent.call("new_match", game="burgundy", guarded=True)).startswith("One match name per seat")
            wrong = await agent.error("play", match=agent.match, move=99)
            assert wrong.startswith("There is no move 99")  # without a prefix of the protocol

    asyncio.run(play())


@pytest.mark.parametrize(
    ("tool", "arguments", "wrong"),
    [
        ("play", {"move": None}, "move: null is no integer or string; number of the last list, or notation"),
        ("play", {"move": '{"kind": "end_turn"}'}, 'move: {"kind": "end_turn"} is no integer or string; number of'),
        ("play", {"move": ["1"]}, 'move: ["1"] is no integer or string; number of the last list, or notation'),
        ("play", {"move": {"kind": "x" * 200}}, 'move: {"kind": "' + "x" * 70 + "… is no integer or string; number"),
        ("new_match", {"seats": "two"}, 'seats: "two" is no integer'),
        ("new_match", {"seats": 2.5, "opponents": ["greedy"]}, "seats: 2.5 is no integer; opponents: ["),
        ("new_match", {"opponents": ["greedy"]}, 'opponents: ["greedy"] is no string; bots for the other seats'),
        ("new_match", {"options": "boards=random"}, 'options: "boards=random" is no object; from games'),
        ("wait_for_turn", {"seconds": "ten"}, 'seconds: "ten" is no number; at most 50'),
    ],
)
def test_a_value_of_the_wrong_type_names_the_right_one(server, tool, arguments, wrong):
    async def error() -> str:
        async with connected(server) as agent:
            needed = {"game": "burgundy"} if tool == "new_match" else {"match": "abc123"}
            return await agent.error(tool, **needed, **arguments)

    text = asyncio.run(error())
    assert text.startswith(f"Wrong arguments: {wrong}")
    assert f". Write: {tool}(" in text
    assert "Input should be" not in text


def test_a_seed_and_a_name_of_digits_may_be_numbers(server, tools):
    tools.registry._new_name = lambda size: "123456"

    async def play() -> None:
        async with connected(server) as agent:
            text = await agent.start("burgundy", seed=7)
            assert moves_in(await agent.call("look", match=123456)) == moves_in(text)

    asyncio.run(play())


@pytest.mark.parametrize("text", ["x", "x ", "x:", "1", "1 ", "move ", "x: 1 "])
def test_a_long_move_is_read_in_linear_time(text):
    started_at = time.process_time()
    read_move(text * 20_000)
    assert time.process_time() - started_at < 5


def test_an_unexpected_failure_shows_nothing_of_its_cause(server, tools, monkeypatch):
    def fail(*_: object) -> str:
        raise RuntimeError("secret")

    monkeypatch.setattr(tools, "score", fail)

    async def play() -> None:
        async with connected(server) as agent:
            await agent.start("burgundy")
            text = await agent.error("score", match=agent.match)
            assert text == "The referee failed in score. Call look, then try again."

    asyncio.run(play())


def test_a_service_that_fails_says_to_try_again():
    tools = AgentTools(Client("http://127.0.0.1:9").with_retries(max_attempts=1))
    with pytest.raises(AgentError, match=r"Try the same call again in a few seconds\."):
        tools.games()
