"""What the referee should do and does not yet do: each test fails until it is mended, then belongs to its own file."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.kernel import play
from referee_service.kernel.telling import label
from referee_service.kernel.values import change
from tests.games.burgundy.positions import PASTURE, begun, faults, given, idle, opening, question


def test_nobody_has_sold_goods_before_the_first_turn():
    """The audit counts goods during set-up, but not whose they are: a sale without points then fails a ply later."""
    state = opening(2, (1, 1))
    sold, *kept = state.players[0].goods
    assert faults(change(state, 0, goods=tuple(kept), sold=(sold,)))


def test_no_castle_stands_before_castles_are_chosen():
    state = idle(begun(2, "random").board, lambda state: question(state) == "deal_board")
    assert faults(change(state, 0, board=1, estate=opening().me.estate))


def test_a_moment_out_of_joint_is_named_where_it_is():
    """Nothing is pending here: the fault lies in `stage`, and the sentence must not speak of a question."""
    (fault,) = GAME.audit(replace(opening(), stage="over"))
    assert fault.path == "stage"
    assert "question" not in GAME.catalogue().ruling(fault, "en").message


def test_the_black_depot_is_called_by_its_name_and_not_by_a_number():
    words = GAME.catalogue()
    (refusal,) = play.judge(GAME, given(silver=2), 0, BuyTile(0, "ship"))
    assert "depot 0" not in words.ruling(refusal, "en").message
    assert "depot 0" not in label(words, BuyTile(0, "ship"), "en")


def test_a_tile_named_by_its_animals_reads_well_in_english():
    """At present: "You have no 3 cattle in storage." French has quotation marks, English none."""
    (refusal,) = play.judge(GAME, given(dice=[4], estate={11: "bank"}), 0, PlaceTile(4, "cattle_3", PASTURE[0]))
    assert "no 3 cattle" not in GAME.catalogue().ruling(refusal, "en").message
