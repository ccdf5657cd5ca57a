"""The sequence of play: phases and rounds, depots and goods, turn order, chance, and automatic steps."""

from __future__ import annotations

from functools import cache

import pytest

from referee_service.games.burgundy import GAME
from referee_service.games.burgundy.actions.buy_tile import BuyTile
from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.decisions.chance import DrawGoods, DrawTile, RollDie
from referee_service.games.burgundy.decisions.ships import LoadShip
from referee_service.kernel import engine
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.bags import bag_of, count_in, size_of
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player
from tests.games.burgundy.positions import (
    CASTLES,
    CITY,
    EMPTY_DEPOTS,
    HARBOUR,
    LONE_CITY,
    MINES,
    PASTURE,
    SCHOOL,
    WEST_CITY,
    WEST_HARBOUR,
    after,
    after_rolls,
    events_of,
    given,
    idle,
    legal,
    new_game,
    opening,
    points,
    question,
    refusals,
)

PHASES = "ABCDE"
BUILDINGS = [
    "bank",
    "boarding_house",
    "carpenters_workshop",
    "church",
    "city_hall",
    "market",
    "warehouse",
    "watchtower",
]
LAID_OUT = {
    2: ["building ship", "knowledge castle", "animal building", "ship building", "mine knowledge", "building animal"],
    3: [
        "knowledge building ship",
        "knowledge building castle",
        "animal ship building",
        "ship building animal",
        "building mine knowledge",
        "castle building animal",
    ],
    4: [
        "knowledge building ship animal",
        "knowledge building castle building",
        "animal ship building knowledge",
        "mine ship building animal",
        "building mine building knowledge",
        "castle building ship animal",
    ],
}
"""The kinds of tiles in depots 1 to 6 by number of players, but for the exception with three."""

each_number_of_players = pytest.mark.parametrize("seats", [2, 3, 4])
each_phase = pytest.mark.parametrize("phase", PHASES)


def is_rolling(state):
    return question(state) == "roll_dice"


@cache
def first_roll_of(seats, phase):
    """Return a game without any taken tile, when the first dice of this phase are to be rolled."""
    earlier = PHASES[: PHASES.index(phase)]
    state = first_roll_of(seats, earlier[-1]) if earlier else new_game(seats).state
    return idle(state, lambda state: is_rolling(state) and state.phase == phase)


def kinds_in(state, depot):
    tiles = content(state).tiles
    return " ".join(tiles[tile].kind for tile in state.depots[depot])


def next_round(state):
    """Return the position when the dice of the next round are to be rolled. Until then all players take workers."""
    return idle(state, is_rolling)


# --- phases and rounds ----------------------------------------------------------------------------------------------


@each_number_of_players
def test_a_game_has_five_phases_of_five_rounds(seats):
    state, rounds = new_game(seats).state, []
    while (state := idle(state, lambda state: is_rolling(state) or state.stage == "over")).stage != "over":
        rounds.append((state.phase, state.round))
        state = after_rolls(state, *[1] * (2 * seats + 1))
    assert rounds == [(phase, round_number) for phase in PHASES for round_number in range(1, 6)]


def test_after_the_last_phase_no_seat_decides():
    state = idle(first_roll_of(2, "E"), lambda state: state.stage == "over")
    assert (question(state), legal(state), engine.outcomes(GAME, state)) == (None, [], ())
    assert refusals(state, TakeWorkers(1), seat=0) == {"referee.over"}
    assert GAME.result(state) is not None


def test_until_then_there_is_no_result():
    assert GAME.result(first_roll_of(2, "E")) is None


# --- the depots -----------------------------------------------------------------------------------------------------


@each_phase
@each_number_of_players
def test_every_phase_fills_the_spaces_marked_for_the_number_of_players(seats, phase):
    state, wanted = first_roll_of(seats, phase), list(LAID_OUT[seats])
    if seats == 3 and phase in "BD":
        wanted[5] = "mine building animal"
    assert [kinds_in(state, depot) for depot in range(1, 7)] == wanted


@each_phase
@pytest.mark.parametrize(("seats", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_the_black_depot_has_two_tiles_for_each_player(seats, tiles, phase):
    assert len(first_roll_of(seats, phase).depots[0]) == tiles


@pytest.mark.parametrize(
    ("phase", "kind"), [("A", "castle"), ("B", "mine"), ("C", "castle"), ("D", "mine"), ("E", "castle")]
)
def test_with_three_players_the_castle_space_of_depot_6_gets_a_mine_in_phases_b_and_d(phase, kind):
    assert kinds_in(first_roll_of(3, phase), 6).split()[0] == kind


def test_with_four_players_the_depots_use_up_every_pile():
    state = first_roll_of(4, "E")
    assert [size_of(state.supply.pile(pile)) for pile in ("building", "animal", "ship", "knowledge", "mine")] == [0] * 5
    assert (size_of(state.supply.castle), size_of(state.supply.black)) == (0, 0)


def test_the_black_depot_is_drawn_from_the_black_pile():
    state = first_roll_of(4, "A")
    for tile in set(state.depots[0]):
        drawn = count_in(first_roll_of(4, "A").supply.black, tile) + state.depots[0].count(tile)
        assert drawn == count_in(new_game(4).state.supply.black, tile)


def test_untaken_tiles_leave_the_game_with_the_phase():
    before, later = first_roll_of(3, "A"), first_roll_of(3, "B")
    assert later.supply.removed == bag_of(tile for depot in before.depots for tile in depot)


def test_goods_in_the_depots_stay_when_a_phase_ends():
    arrived = [goods for depot in first_roll_of(2, "B").depot_goods for goods in depot]
    assert len(arrived) == 5
    assert size_of(first_roll_of(2, "B").supply.goods) == 42 - 6 - 5 - 5


# --- goods and the white die ----------------------------------------------------------------------------------------


@each_phase
def test_every_phase_turns_up_five_goods_tiles(phase):
    assert len(first_roll_of(2, phase).round_goods) == 5


@pytest.mark.parametrize("face", range(1, 7))
def test_the_next_goods_tile_goes_to_the_depot_of_the_white_die(face):
    before = first_roll_of(2, "A")
    state = after_rolls(before, 1, 1, 1, 1, face)
    assert state.depot_goods[face - 1] == before.round_goods[:1]
    assert (state.round_goods, state.white_die) == (before.round_goods[1:], face)


def test_goods_pile_up_in_a_depot():
    before = first_roll_of(2, "A")
    state = after_rolls(next_round(after_rolls(before, 1, 1, 1, 1, 6)), 1, 1, 1, 1, 6)
    assert state.depot_goods[5] == tuple(sorted(before.round_goods[:2]))


def test_the_white_die_belongs_to_no_player():
    state = after_rolls(first_roll_of(2, "A"), 1, 2, 1, 2, 5)
    assert refusals(state, TakeWorkers(5)) == {"die.held"}


def test_the_goods_arrive_before_the_first_player_acts():
    before = after_rolls(first_roll_of(2, "A"), 1, 2, 1, 2)
    events = events_of(before, RollDie(5))
    assert [(event.kind, event.seat) for event in events] == [("goods_arrived", CHANCE), ("turn_began", 0)]
    assert events[0].facts == {"goods": before.round_goods[0], "depot": 5, "rule": "ruling.goods_order"}


# --- dice -----------------------------------------------------------------------------------------------------------


def test_all_dice_are_rolled_at_once_the_players_in_turn_order_and_the_white_die_last():
    before = next_round(given(seats=3, track=((0, 2, 1), (), (), (), (), (), ())))
    state = after_rolls(before, 5, 4, 3, 2, 6, 1, 2)
    assert [state.players[seat].dice for seat in (1, 2, 0)] == [(4, 5), (2, 3), (1, 6)]
    assert (state.white_die, state.active_seat) == (2, 1)


def test_no_seat_acts_while_dice_are_rolled():
    state = after_rolls(first_roll_of(2, "A"), 3, 3)
    assert GAME.turn(state).seat == CHANCE
    assert refusals(state, TakeWorkers(3), seat=0) == {"referee.seat"}


# --- turn order -----------------------------------------------------------------------------------------------------


def test_the_turn_passes_in_turn_order():
    state = given(seats=3, dice=[3], turn_order=(2, 0, 1), active_index=1)
    assert after(state, TakeWorkers(3)).active_seat == 1


@pytest.mark.parametrize(
    ("track", "order"),
    [
        (((3, 2, 1, 0), (), (), (), (), (), ()), (0, 1, 2, 3)),
        (((3, 2, 0), (1,), (), (), (), (), ()), (1, 0, 2, 3)),
        (((2,), (0, 3), (), (1,), (), (), ()), (1, 3, 0, 2)),
        (((), (), (), (), (), (), (1, 3, 0, 2)), (2, 0, 3, 1)),
    ],
)
def test_the_order_of_a_round_goes_from_right_to_left_and_from_top_to_bottom(track, order):
    assert next_round(given(seats=4, track=track)).turn_order == order


def ships_for_all(seats):
    """Return a position in which every player can place a ship next to the castle. No depot has goods."""
    state = given(seats=seats, dice=[2, 6], storage=["ship"])
    for seat in range(1, seats):
        state = with_player(state, seat, storage=("ship",), dice=(2, 6), silver=0)
    return state


PLACE_SHIP = PlaceTile(2, "ship", WEST_HARBOUR[0])


def test_a_ship_moves_its_owner_one_space_to_the_right():
    assert after(ships_for_all(2), PLACE_SHIP).track == ((1,), (0,), (), (), (), (), ())


def test_a_ship_changes_the_order_of_the_next_round_not_of_this_one():
    state = after(ships_for_all(3), TakeWorkers(2), TakeWorkers(6), TakeWorkers(2), TakeWorkers(6), PLACE_SHIP)
    assert (state.turn_order, state.active_seat) == ((0, 1, 2), 2)
    assert next_round(state).turn_order == (2, 0, 1)


def test_a_ship_of_the_first_player_does_not_give_another_turn_in_the_round():
    state = after(ships_for_all(2), TakeWorkers(6), PLACE_SHIP)
    assert state.active_seat == 1


def test_a_piece_that_arrives_later_lies_on_top_and_acts_earlier():
    state = after(ships_for_all(2), PLACE_SHIP, TakeWorkers(6), PLACE_SHIP)
    assert state.track[1] == (0, 1)
    assert next_round(state).turn_order == (1, 0)


def test_a_second_ship_moves_its_owner_on():
    state = given(dice=[2, 5], storage=["ship", "ship"])
    state = after(state, PLACE_SHIP, PlaceTile(5, "ship", HARBOUR[0]))
    assert state.track[:3] == ((1,), (), (0,))


# --- outcomes of chance ---------------------------------------------------------------------------------------------


def outcomes(state):
    return dict(engine.outcomes(GAME, state))


def test_goods_are_drawn_as_often_as_they_lie_face_down():
    state = new_game().state
    six = ["turquoise", "purple", "pink", "red", "brown", "orange"]
    assert outcomes(state) == {DrawGoods(goods): 7 for goods in six}
    assert outcomes(after(state, DrawGoods("red"), DrawGoods("red")))[DrawGoods("red")] == 5


def test_goods_that_are_all_drawn_are_drawn_no_more():
    state = after(new_game(4).state, *[DrawGoods("red")] * 7)
    assert DrawGoods("red") not in outcomes(state)
    assert refusals(state, DrawGoods("red"), CHANCE) == {"referee.chance"}


def depot_filling(seats=2):
    """Return the position when the first slot is to be filled: with two players a building of depot 1."""
    return idle(new_game(seats).state, lambda state: question(state) == "fill_depots")


def test_a_tile_is_drawn_as_often_as_it_lies_in_the_pile_of_its_space():
    assert outcomes(depot_filling()) == {DrawTile(tile): 5 for tile in BUILDINGS}


def test_tiles_drawn_are_missing_from_the_pile():
    state = after(depot_filling(seats=4), DrawTile("knowledge_1"), DrawTile("bank"))
    assert outcomes(state) == {
        DrawTile(f"{species}_{animals}"): copies
        for species in ("cattle", "chicken", "pig", "sheep")
        for animals, copies in ((2, 2), (3, 2), (4, 1))
    }
    state = after(state, DrawTile("cattle_4"))
    white_backs = set(range(1, 27)) - {7, 12, 14, 15, 24, 25}
    assert outcomes(state) == {DrawTile(f"knowledge_{number}"): 1 for number in white_backs - {1}}
    assert outcomes(after(state, DrawTile("knowledge_2")))[DrawTile("bank")] == 4


def test_a_tile_of_another_pile_cannot_be_drawn():
    assert refusals(depot_filling(), DrawTile("cattle_2"), CHANCE) == {"referee.chance"}


def test_no_tile_is_drawn_from_a_pile_of_equal_tiles():
    """With two players depot 1 has a building and a ship. The ship is laid automatically, then knowledge is drawn."""
    state = after(depot_filling(), DrawTile("bank"))
    assert state.depots[1] == ("bank", "ship")
    assert set(outcomes(state).values()) == {1}


def test_every_face_of_a_die_is_as_likely():
    assert outcomes(first_roll_of(2, "A")) == {RollDie(face): 1 for face in range(1, 7)}


def test_chance_brings_nothing_while_a_player_decides():
    assert not engine.outcomes(GAME, opening())


# --- benefits that lapse --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "wanted"),
    [
        pytest.param("market", {"depots": {6: ["bank"], 0: ["ship"]}}, id="market: no ship or animal"),
        pytest.param(
            "church", {"depots": EMPTY_DEPOTS | {6: ["bank"], 0: ["mine"]}}, id="church: no mine, knowledge or castle"
        ),
        pytest.param("carpenters_workshop", {"depots": {6: ["ship"], 0: ["bank"]}}, id="carpenter: no building"),
        pytest.param("warehouse", {"goods": [], "depot_goods": {1: ["red"]}}, id="warehouse: no goods"),
        pytest.param("city_hall", {}, id="city hall: nothing stored"),
    ],
)
def test_a_benefit_that_cannot_be_used_is_lost_and_the_building_placed_all_the_same(tile, wanted):
    state = given(dice=[3, 6], storage=[tile], **wanted)
    events = [event.kind for event in events_of(state, PlaceTile(3, tile, LONE_CITY))]
    state = after(state, PlaceTile(3, tile, LONE_CITY))
    assert "lapsed" in events
    assert (question(state), state.active_player.estate[LONE_CITY], state.active_player.dice) == ("main", tile, (6,))


def test_a_city_hall_lapses_when_no_stored_tile_fits_anywhere():
    state = given(dice=[3, 6], storage=["city_hall", "bank"], estate={CITY[0]: "bank"})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY))
    assert (question(state), state.active_player.storage) == ("main", ("bank",))


@pytest.mark.parametrize("tile", ["market", "church", "carpenters_workshop", "warehouse", "city_hall"])
def test_a_benefit_may_be_declined(tile):
    state = given(dice=[3, 6], storage=[tile, "mine"], goods=["red"], depots={1: ["ship", "mine", "bank"]})
    before = after(state, PlaceTile(3, tile, LONE_CITY))
    declined = after(before, Decline())
    assert (question(declined), declined.players) == ("main", before.players)


# --- a castle's action ----------------------------------------------------------------------------------------------


def after_castle(**wanted):
    """Return the position after a castle was placed above the lone city."""
    state = given(dice=[1, 6], estate={LONE_CITY: "bank"}, **{"storage": ["castle"]} | wanted)
    return after(state, PlaceTile(6, "castle", CASTLES[0]))


@pytest.mark.parametrize(
    "action",
    [
        TakeTile(None, 5, "ship"),
        PlaceTile(None, "mine", MINES[0]),
        SellGoods(None, "orange"),
        TakeWorkers(None),
    ],
)
def test_a_castle_gives_one_action_of_any_sort_with_any_value(action):
    state = after_castle(storage=["castle", "mine"], goods=["orange"], depots={5: ["ship"]})
    assert question(state) == "free_action"
    assert action in legal(state)
    assert question(after(state, action)) == "main"


@pytest.mark.parametrize(
    ("action", "reason"),
    [(BuyTile(0, "ship"), "ruling.purchase_between"), (EndTurn(), "referee.verb"), (Decline(), "referee.verb")],
)
def test_a_castle_gives_no_purchase_and_must_be_used(action, reason):
    assert refusals(after_castle(silver=2, depots={0: ["ship"]}), action) == {reason}


def test_the_dice_left_stay_for_after_the_castles_action():
    state = after(after_castle(), TakeWorkers(None))
    assert (question(state), state.active_seat, state.active_player.dice, state.active_player.workers) == (
        "main",
        0,
        (1,),
        2,
    )


def test_a_castle_placed_with_a_castles_action_gives_another_action():
    state = after(after_castle(storage=["castle", "castle"]), PlaceTile(None, "castle", CASTLES[1]))
    assert question(state) == "free_action"


def test_a_castles_action_still_obeys_colour_neighbours_and_twins():
    state = after_castle(storage=["castle", "bank"])
    assert refusals(state, PlaceTile(None, "bank", WEST_CITY[0])) == {"place_tile.touching"}
    assert refusals(state, PlaceTile(None, "bank", MINES[0])) == {"place_tile.colour"}


def test_after_a_castle_there_is_always_room_for_one_tile():
    state = after_castle(storage=["bank", "castle", "mine"], depots={5: ["ship"]})
    state = after(state, TakeTile(None, 5, "ship"))
    assert (question(state), state.active_player.storage) == ("main", ("bank", "mine", "ship"))


# --- chains ---------------------------------------------------------------------------------------------------------


def test_city_halls_castles_and_ships_follow_from_one_another_with_a_single_die():
    """Three stored tiles are placed with one die; the castle's action fetches a ship, the other die places it."""
    state = given(
        dice=[2, 3], storage=["city_hall", "city_hall", "castle"], depots={6: ["ship"]}, depot_goods={4: ["red"]}
    )
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY))
    assert question(state) == "place_benefit"
    state = after(state, PlaceTile(None, "city_hall", CITY[0]))
    assert question(state) == "place_benefit"
    state = after(state, PlaceTile(None, "castle", CASTLES[0]))
    assert question(state) == "free_action"
    state = after(state, TakeTile(None, 6, "ship"))
    assert (question(state), state.active_player.dice, state.active_player.storage) == ("main", (2,), ("ship",))
    state = after(state, PLACE_SHIP, LoadShip(4))
    assert state.players[0].goods == ("red",)


def test_a_city_hall_ignores_the_number_of_the_space():
    state = after(given(dice=[3, 6], storage=["city_hall", "mine"]), PlaceTile(3, "city_hall", LONE_CITY))
    assert legal(state, "place_tile") == [PlaceTile(None, "mine", MINES[0])]


def test_a_tile_placed_by_a_city_hall_has_all_its_effects():
    state = given(dice=[3, 6], storage=["city_hall", "cattle_3"])
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "cattle_3", PASTURE[0]))
    assert points(state, "score.animals") == 3


def test_a_ship_placed_by_a_city_hall_loads_and_advances():
    state = given(dice=[3, 6], storage=["city_hall", "ship"], depot_goods={4: ["red"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "ship", HARBOUR[0]))
    assert (question(state), state.track[1]) == ("load_ship", (0,))


def test_a_church_placed_by_a_city_hall_fetches_into_storage():
    state = given(dice=[3, 6], storage=["city_hall", "church"], depots={2: ["knowledge_1"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "church", CITY[0]))
    state = after(state, TakeTile(None, 2, "knowledge_1"))
    assert (question(state), state.active_player.storage) == ("main", ("knowledge_1",))


def test_a_knowledge_tile_works_as_soon_as_it_lies_there():
    """Knowledge 1 comes down with the city hall; then the bank may stand beside its twin."""
    state = given(dice=[1, 3], storage=["city_hall", "knowledge_1", "bank"], estate={CITY[0]: "bank"})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "knowledge_1", SCHOOL[0]))
    assert PlaceTile(1, "bank", CITY[1]) in legal(state)


def test_the_turn_ends_only_after_the_whole_chain():
    state = given(dice=[3], storage=["city_hall", "castle"], depots={1: ["ship"]})
    state = after(state, PlaceTile(3, "city_hall", LONE_CITY), PlaceTile(None, "castle", CASTLES[0]))
    assert (state.active_seat, question(state)) == (0, "free_action")
    assert after(state, TakeWorkers(None)).active_seat == 1


# --- the end of a phase ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mines", "silver"), [(0, 0), (1, 1), (3, 3)])
@each_phase
def test_every_mine_pays_one_silver_at_the_end_of_every_phase(phase, mines, silver):
    estate = dict.fromkeys(MINES[:mines], "mine")
    last_round = given(phase=phase, round=5, round_goods=(), estate=estate)
    ended = idle(last_round, lambda state: state.round != 5 or state.stage == "over")
    assert ended.players[0].silver == silver


def test_mines_do_not_pay_at_the_end_of_a_round():
    assert next_round(given(round=4, estate={MINES[0]: "mine"})).players[0].silver == 0
