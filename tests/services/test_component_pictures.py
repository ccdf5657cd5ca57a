"""The service that draws components: packs with new pieces and own texts."""

from importlib.resources import files
from xml.etree import ElementTree

import pytest

from referee_service.games import GAMES
from referee_service.pictures.pool import PngPool
from referee_service.services.component_pictures import ComponentPictureOptions, ComponentPictureService
from referee_service.services.components import ComponentService

PACKS = {"burgundy": "printed-2011.yaml", "settlement": "house-2021.yaml", "medievalia": "house-2009.yaml"}


@pytest.fixture
def pack_with(monkeypatch):
    """Return a function that adds a pack with changes of the built-in one for one test, and returns its id."""

    def add(name, *changes):
        game = GAMES[name]
        text = (files(game.packs.package) / "content" / PACKS[name]).read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        monkeypatch.setattr(game.packs, "packs", dict(game.packs.load_builtin()))
        return game.packs.add(text.encode(), where="test")

    return add


def draw(name: str, pack: str, component: str) -> str:
    """Return the picture of a component of a pack."""
    service = ComponentPictureService(ComponentService(), PngPool(1))
    picture = service.picture(GAMES[name], pack, component, "svg", "en", ComponentPictureOptions())
    return picture.raw.decode()


@pytest.mark.parametrize(
    ("name", "changes", "component"),
    [
        ("burgundy", [("id: turquoise", "id: teal")], "teal"),
        ("burgundy", [("id: knowledge_26,", "id: knowledge_27,")], "knowledge_27"),
        ("burgundy", [("id: cattle_3,", "id: goat_3,"), ("species: cattle", "species: goat")], "goat_3"),
        ("settlement", [("id: green,", "id: pink,"), ("monster: green", "monster: pink")], "pink"),
        ("settlement", [("id: green,", "id: pink,"), ("monster: green", "monster: pink")], "wood_1_green"),
        ("settlement", [("id: sawmill,", "id: timberyard,")], "timberyard"),
        ("medievalia", [("id: soldier,", "id: guard,")], "guard"),
    ],
)
def test_a_piece_that_only_another_pack_has_is_drawn(pack_with, name, changes, component):
    pack = pack_with(name, *changes)
    root = ElementTree.fromstring(draw(name, pack, component))
    assert [each.get("data-holds") for each in root.iter() if each.get("data-holds")] == [component]


def test_the_text_of_a_pack_is_written_whole_and_escaped(pack_with):
    texts = (
        "texts: {bank: {name: {en: Mint & Co, fr: Monnaie}, text: {en: 'Take <2> silver! Then go on.', fr: Prenez.}}}"
    )
    pack = pack_with("burgundy", ("name: printed-2011", f"name: minted\n{texts}"))
    svg = draw("burgundy", pack, "bank")
    assert "<title>Mint &amp; Co</title><desc>Mint &amp; Co. Take &lt;2&gt; silver! Then go on.</desc>" in svg
    lines = [each.text for each in ElementTree.fromstring(svg).iter() if each.tag.endswith("}text")]
    assert lines == ["Mint & Co", "Take <2> silver!", "Then go on."]
    assert "Mint" not in draw("burgundy", GAMES["burgundy"].packs.resolve_id(None), "bank")
