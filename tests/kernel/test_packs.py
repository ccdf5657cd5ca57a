"""Content packs: a broken one says which file, which row and why; good ones stand side by side."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.match import new_match
from referee_service.kernel.notation import RulesetMismatch
from referee_service.kernel.packs import ContentError, EffectRegistry, PackRegistry
from tests.kernel.positions import given, refusals, settled
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.content.tables import SHELF, build, content
from tests.kernel.toy.state import number, permits

OASIS = (files("tests.kernel.toy") / "content" / "oasis.yaml").read_text()
INN = "{draw: 1}"


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        (INN, "{fly: 1}", "stalls 'inn'", "no effect is called 'fly'; there are draw, score_hand"),
        (INN, "{draw: many}", "stalls 'inn'", "draw: Expected `int`, got `str`"),
        (INN, "{draw: {cards: many}}", "stalls 'inn'", "draw: Expected `int`, got `str`"),
        (INN, "{draw: {coins: 1}}", "stalls 'inn'", "draw takes ['cards'], not {'coins': 1}"),
        (INN, "{draw: }", "stalls 'inn'", "draw: Expected `int`, got `null`"),
        (INN, "{draw: 1, score_hand: 1}", "stalls 'inn'", "an effect is one name with its argument"),
        ("{id: silk,", "{id: salt,", "goods 'salt'", "this id occurs twice"),
        ("{id: herald,", "{id: inn,", "stalls 'inn'", "this id occurs twice"),
        ("{id: silk,", "{id: tea,", "goods", "the goods are gold, salt, silk, spice"),
        ("numbers: {asks: 2}", "numbers: {camels: 2}", "stalls 'herald'", "no number is called camels"),
        ("permits: [twin_stalls]", "permits: [fly]", "stalls[3].permits[0]", "Invalid enum value 'fly'"),
        ("price: {any: 2}", "price: {camel: 2}", "stalls[2].price", "Invalid enum value 'camel'"),
        ("{id: silk, copies: 10", "{id: silk, copies: ten", "goods[2].copies", "Expected `int`, got `str`"),
        ("{id: silk, copies: 10", "{id: silk, colour: red, copies: 10", "goods[2]", "unknown field `colour`"),
        ("copies: 4, provenance: house", "copies: 4", "goods[0]", "missing required field `provenance`"),
        ("copies: 4, provenance: house", "copies: 4, provenance: rumour", "goods[0].provenance", "Invalid enum value"),
        ("name: oasis", "", "", "missing required field `name`"),
        ("stalls:", "stalls: [", "", "not readable as YAML"),
    ],
)
def test_a_broken_pack_is_refused_with_file_row_and_reason(old, new, row, reason):
    assert old in OASIS
    with pytest.raises(ContentError) as refused:
        build(OASIS.replace(old, new, 1).encode(), "mine.yaml")
    assert refused.value.where == "mine.yaml"
    assert refused.value.row == row
    assert reason in refused.value.reason
    assert str(refused.value).startswith("mine.yaml: ")


def test_effects_take_no_argument_one_or_several_by_name():
    effect = EffectRegistry()

    @effect
    def shine(state, seat):
        return (state, seat)

    @effect
    def gain(state, seat, amount: int, kinds: tuple[str, ...]):
        return (state, seat, amount, kinds)

    assert effect.bind({"shine": None}, where="", on="")("s", 1) == ("s", 1)
    assert effect.bind({"shine": True}, where="", on="")("s", 1) == ("s", 1)
    assert effect.bind({"gain": {"amount": 2, "kinds": ["a"]}}, where="", on="")("s", 1) == ("s", 1, 2, ("a",))
    with pytest.raises(ContentError, match="shine takes nothing, not 'bright'"):
        effect.bind({"shine": "bright"}, where="f", on="r")
    with pytest.raises(ContentError, match="gain takes"):
        effect.bind({"gain": 2}, where="f", on="r")


def test_the_id_of_a_pack_follows_what_it_says_and_not_how_it_is_written():
    plain, _ = build(OASIS.encode(), "a.yaml")
    commented, _ = build(f"# a remark\n{OASIS}".encode(), "b.yaml")
    dearer, _ = build(OASIS.replace("value: 4", "value: 5").encode(), "c.yaml")
    assert plain == commented
    assert plain.partition("@")[0] == dearer.partition("@")[0] == "oasis"
    assert plain != dearer


@pytest.fixture
def dunes():
    """A second pack on the shelf, where one may ask twice."""
    text = OASIS.replace("name: oasis", "name: dunes").replace("{id: asks, value: 1", "{id: asks, value: 2")
    pack = SHELF.add(text.encode(), where="dunes.yaml")
    yield pack
    del SHELF.packs[pack]


def test_several_packs_serve_side_by_side(dunes):
    matches = [new_match(GAME, seats=2, chance=Chance("seeded", "tea"), content=name) for name in ("oasis", "dunes")]
    assert [content(match.state).numbers["asks"] for match in matches] == [1, 2]
    assert [decode(GAME, encode(settled(match))).state.pack for match in matches] == [SHELF.resolve_id("oasis"), dunes]


def test_a_state_is_judged_by_its_own_pack(dunes):
    asked_once = given(hands=("", "silk"), asked=1)
    assert refusals(asked_once, Ask(1, "silk")) == ["ask.limit"]
    assert refusals(replace(asked_once, pack=dunes), Ask(1, "silk")) == []


def test_a_state_of_a_pack_that_was_taken_away_is_refused():
    pack = SHELF.add(OASIS.replace("name: oasis", "name: fata").encode(), where="fata.yaml")
    raw = encode(new_match(GAME, seats=2, chance=Chance("table", ""), content="fata"))
    del SHELF.packs[pack]
    with pytest.raises(RulesetMismatch, match="content pack 'fata@"):
        decode(GAME, raw)


def test_a_shelf_reads_its_packs_when_first_asked():
    shelf = PackRegistry("tests.kernel.toy", build, default="oasis")
    assert shelf.packs == {}
    assert shelf.resolve_id(None) == shelf.resolve_id("oasis") == next(iter(shelf.packs))
    with pytest.raises(LookupError, match="no content pack 'dunes'; there are oasis@"):
        shelf.resolve_id("dunes")
    with pytest.raises(LookupError):
        shelf.get("dunes@00")


def test_the_latest_pack_of_a_name_is_found_by_its_name():
    shelf = PackRegistry("tests.kernel.toy", build, default="oasis")
    first = shelf.resolve_id("oasis")
    second = shelf.add(OASIS.replace("value: 4", "value: 5").encode(), where="mine.yaml")
    assert shelf.resolve_id("oasis") == second != first
    assert shelf.resolve_id(first) == first


def test_a_stall_may_lift_a_restriction_or_change_a_number():
    state = given(hands=("", ""), stalls=("bazaar herald", ""))
    owner, other = state.players
    assert permits(state, owner, "twin_stalls")
    assert not permits(state, other, "twin_stalls")
    assert (number(state, owner, "asks"), number(state, other, "asks")) == (2, 1)
