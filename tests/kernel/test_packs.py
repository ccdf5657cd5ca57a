"""Tests of content packs: errors name file, row and reason, and several packs are used at the same time."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.match import new_match
from referee_service.kernel.notation import RulesetMismatch
from referee_service.kernel.packs import ContentError, EffectRegistry, PackRegistry
from tests.kernel.positions import after_chance, given, refusals
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.content.tables import PACKS, build, content

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
def test_a_bad_row_raises_an_error_with_file_row_and_reason(old, new, row, reason):
    assert old in OASIS
    with pytest.raises(ContentError) as failed:
        build(OASIS.replace(old, new, 1).encode(), "mine.yaml")
    assert failed.value.where == "mine.yaml"
    assert failed.value.row == row
    assert reason in failed.value.reason
    assert str(failed.value).startswith("mine.yaml: ")


def test_an_effect_takes_no_argument_one_argument_or_several_by_name():
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


def test_the_id_of_a_pack_depends_on_its_content_and_not_on_its_layout():
    plain, _ = build(OASIS.encode(), "a.yaml")
    commented, _ = build(f"# a remark\n{OASIS}".encode(), "b.yaml")
    dearer, _ = build(OASIS.replace("value: 4", "value: 5").encode(), "c.yaml")
    assert plain == commented
    assert plain.partition("@")[0] == dearer.partition("@")[0] == "oasis"
    assert plain != dearer


@pytest.fixture
def dunes():
    """Add a second pack, in which a player may ask twice."""
    text = OASIS.replace("name: oasis", "name: dunes").replace("{id: asks, value: 1", "{id: asks, value: 2")
    pack = PACKS.add(text.encode(), where="dunes.yaml")
    yield pack
    del PACKS.packs[pack]


def test_each_match_uses_its_own_pack(dunes):
    matches = [new_match(GAME, seats=2, chance=Chance("seeded", "tea"), content=name) for name in ("oasis", "dunes")]
    assert [content(match.state).numbers["asks"] for match in matches] == [1, 2]
    assert [decode(GAME, encode(after_chance(match))).state.pack for match in matches] == [
        PACKS.resolve_id("oasis"),
        dunes,
    ]


def test_a_state_is_judged_by_its_own_pack(dunes):
    state = given(hands=("", "silk"), asks=1)
    assert refusals(state, Ask(1, "silk")) == ["ask.limit"]
    assert refusals(replace(state, pack=dunes), Ask(1, "silk")) == []


def test_a_state_of_a_removed_pack_cannot_be_decoded():
    pack = PACKS.add(OASIS.replace("name: oasis", "name: removed").encode(), where="removed.yaml")
    raw = encode(new_match(GAME, seats=2, chance=Chance("table", ""), content="removed"))
    del PACKS.packs[pack]
    with pytest.raises(RulesetMismatch, match="content pack 'removed@"):
        decode(GAME, raw)


def test_built_in_packs_are_loaded_on_first_use():
    registry = PackRegistry("tests.kernel.toy", build, default="oasis")
    assert registry.packs == {}
    assert registry.resolve_id(None) == registry.resolve_id("oasis") == next(iter(registry.packs))
    with pytest.raises(LookupError, match="no content pack 'dunes'; there are oasis@"):
        registry.resolve_id("dunes")
    with pytest.raises(LookupError):
        registry.get("dunes@00")


FORMER = OASIS.replace("value: 4", "value: 5").encode()


def test_a_name_means_the_built_in_pack_and_a_former_one_is_found_by_its_full_id():
    registry = PackRegistry("tests.kernel.toy", build, default="oasis")
    built_in = registry.resolve_id("oasis")
    former = registry.add(FORMER, where="former.yaml")
    assert former != built_in
    assert registry.resolve_id("oasis") == registry.resolve_id(None) == built_in
    assert registry.resolve_id(former) == former


def test_a_former_pack_added_before_the_built_in_ones_are_loaded_does_not_replace_them():
    registry = PackRegistry("tests.kernel.toy", build, default="oasis")
    former = registry.add(FORMER, where="former.yaml")
    assert registry.resolve_id("oasis") == PACKS.resolve_id("oasis") != former


def test_of_two_added_packs_with_one_name_the_latest_is_meant():
    registry = PackRegistry("tests.kernel.toy", build, default="oasis")
    texts = [text.replace(b"name: oasis", b"name: dunes") for text in (OASIS.encode(), FORMER)]
    first, second = (registry.add(text, where="dunes.yaml") for text in texts)
    assert registry.resolve_id("dunes") == second != first
