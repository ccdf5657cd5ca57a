"""Questions that are answered automatically: one legal answer, known to all seats.

A question with two answers waits for its player. So does one whose answers the secret hand decides, even if only one
of them is legal.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.empire.cards import add_card
from referee_service.kernel import engine
from referee_service.kernel.chance import seed_key
from referee_service.kernel.events import redact_event
from referee_service.kernel.notation import notation, parse_notation
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    before_event,
    event_position,
    given,
    legal,
    play,
    position,
    possible,
    question,
    slot_of,
    solo_position,
    use,
    with_pack,
    with_site,
)


def forced(state, line, seat=None):
    """Return the answers that are given automatically after this line of notation, as a seat or spectator sees them."""
    action = parse_notation(GAME, line)
    assert not engine.judge(GAME, state, GAME.turn(state).seat, action)
    events = [event for event in engine.apply(GAME, state, action)[1] if event.kind == "forced"]
    return [redact_event(event, seat).facts.get("answer") for event in events]


def only(state):
    """Return the only legal answer of a question that waits for its player."""
    (action,) = legal(state)
    return notation(action)


# --- public questions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goods", "is_asked"), [({}, False), ({"gold": 1}, False), ({"fish": 1}, True)])
def test_a_ship_sails_without_a_question_if_there_is_nothing_to_load(goods, is_asked):
    sailing = [] if is_asked else ["sail fish=false raze=false"]
    assert forced(position(goods=goods), "place_pawn tile=sail") == ["go_on", *sailing]


def test_the_only_ready_field_is_harvested_without_a_question():
    state = with_site(solo_position("winter"), solo_position("winter").players[0].empire[0].card, exhausted=True)
    assert forced(state, "place_pawn tile=harvest") == ["go_on"]
    state = with_site(state, state.players[0].empire[1].card, exhausted=True)
    assert forced(state, "place_pawn tile=harvest") == ["go_on", "harvest slot=2"]


def test_a_ship_sails_to_the_only_island_in_reach():
    state = given(queue=((0, ""),), near=("herring_bank",), ships=1)
    for island, _ in state.near.pile:
        state = add_card(state, 1, island)[0]
    state = possible(replace(state, near=replace(state.near, pile=())))
    answers = ["land pile=near island=herring_bank", "take_island conquer=false"]
    assert forced(play(state, "pass_round"), "pass_round") == answers
    assert question(play(given(queue=((0, ""),), ships=1), "pass_round", "pass_round")) == "voyage"


@pytest.mark.parametrize(("load", "answers"), [("", ["take_island conquer=false"]), ("raze", [])])
def test_a_ship_without_a_raze_token_pillages_without_a_question(load, answers):
    state = play(given(queue=((0, load),), ships=1), "pass_round", "pass_round")
    assert forced(state, "land pile=near island=herring_bank") == answers


@pytest.mark.parametrize(("queue", "answers"), [(((0, ""),), ["choose_ship place=0"]), (((0, ""), (0, "fish")), [])])
def test_the_only_ship_pillages_at_once_without_a_question(queue, answers):
    state = position(empire=("priest_of_thor",), queue=queue, ships=0)
    assert forced(state, use(state, "priest_of_thor")) == answers


def test_leaving_the_only_ship_where_it_is_stays_a_choice():
    state = position(hand=("following_wind",), queue=((1, ""), (0, "")), ships=1)
    state = play(possible(with_player(state, 1, ships=1)), "place_pawn tile=explore")
    assert forced(state, "play_boost card=following_wind") == ["choose option=advance_ship_fish"]
    assert question(play(state, "play_boost card=following_wind")) == "choose_ship"


@pytest.mark.parametrize(("camps", "answers"), [(1, ["pick_card slot=4"]), (2, [])])
def test_the_only_card_that_can_pay_a_price_is_picked_without_a_question(camps, answers):
    state = position("nanurjuk", empire=("last_fire", *("summer_camp",) * camps))
    assert forced(state, use(state, "last_fire")) == answers


@pytest.mark.parametrize(
    ("goods", "answers"), [({"wood": 2}, ["assign good=wood slot=3"]), ({"stone": 1, "wood": 1}, [])]
)
def test_the_only_good_that_must_be_assigned_is_assigned_without_a_question(goods, answers):
    state = position("mackinnon", empire=("savings_bank",), goods=goods)
    assert forced(state, use(state, "savings_bank")) == answers
    assert question(play(state, use(state, "savings_bank"))) == "assign"


@pytest.mark.parametrize(("pawns", "answers"), [(("-sail",), ["refresh_pawn tile=sail"]), (("-sail", "-explore"), [])])
def test_the_only_exhausted_pawn_is_refreshed_without_a_question(pawns, answers):
    state = position("heidel", empire=("night_watch",), pawns=pawns)
    assert forced(state, use(state, "night_watch")) == answers


@pytest.mark.parametrize(("opponent", "answers"), [(("wool_shed",), ["raid seat=1 slot=3"]), (("wool_shed",) * 2, [])])
def test_the_only_card_that_can_be_raided_is_raided_without_a_question(opponent, answers):
    state = position("heidel", empire=("brawlers",), opponent_empire=opponent, goods={"food": 1})
    assert forced(play(state, use(state, "brawlers")), "choose option=raid_vp") == answers


@pytest.mark.parametrize(("discard", "answers"), [(("cairn",), ["take_card card=cairn"]), (("cairn", "kinfolk"), [])])
def test_the_only_card_of_the_discard_pile_is_taken_back_without_a_question(discard, answers):
    state = position("nanurjuk", hand=("trackers",), discard=discard, goods={"wood": 2})
    assert forced(state, "build card=trackers") == answers


def test_a_location_that_cannot_be_guarded_is_given_up_without_a_question():
    """The event is drawn in a lookout. One worker guards one location."""
    state = before_event(play(solo_position("pirates", empire=("axe_yard",), workers=0), "pass_round"))
    assert forced(state, "draw_event event=pirates_event_2") == [f"pick_card slot={slot_of(state, 'axe_yard')}"]
    assert question(event_position("pirates", 2, empire=("axe_yard",))) == "guard"


@pytest.mark.parametrize(("workers", "is_asked"), [(0, False), (1, True)])
def test_a_player_without_workers_keeps_no_card_of_a_lookout(workers, is_asked):
    """The answer is an empty selection. Only its player sees it, as any selection."""
    state = after_chance(play(possible(with_player(position(), 1, workers=workers)), "pass_round", "pass_round"))
    assert question(state) == "keep"
    answers = [] if is_asked else ["keep_cards cards="]
    line = notation(legal(state)[0])
    assert (forced(state, line, seat=1), forced(state, line)) == (answers, [None] * len(answers))


# --- questions that the hand may answer -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "is_asked"),
    [
        ((), "sail", False),
        (("axe_yard",), "sail", True),
        (("axe_yard",), "harvest", False),
        (("boarding_party",), "sail", True),
    ],
    ids=["no hand", "the hand may have a boost", "no card of Ulaf goes with Harvest", "a boost"],
)
def test_the_boost_window_opens_only_if_an_unseen_card_goes_with_the_action(hand, tile, is_asked):
    state = position(hand=hand)
    assert (question(play(state, f"place_pawn tile={tile}")) == "boost_window") is is_asked
    assert (forced(state, f"place_pawn tile={tile}")[:1] == ["go_on"]) is not is_asked


def test_the_boost_window_stays_closed_if_all_cards_that_go_with_the_action_are_seen():
    seen = ("boarding_party",) * 3
    state = position(hand=("axe_yard",), discard=seen, empire=("iron_hill",))
    assert forced(state, "place_pawn tile=sail")[:1] == ["go_on"]
    assert only(play(position(hand=("axe_yard",), discard=seen), "place_pawn tile=sail")) == "go_on"


IDLE = {"pawns": ("-sail", "-sail"), "workers": 0, "spent_workers": 5}
"""Seat 0 has no worker and no active pawn left."""


@pytest.mark.parametrize(
    ("wanted", "is_asked"),
    [
        ({}, False),
        ({"hand": ("axe_yard",)}, False),
        ({"hand": ("valkyrie",), "goods": {"wood": 1}}, True),
        ({"goods": {"wood": 1}}, False),
        ({"goods": {"raze": 1}}, False),
        ({"goods": {"raze": 1}, "opponent_empire": ("wool_shed",)}, True),
        ({"pawns": ("-sail", "sail"), "goods": {"gold": 1}}, True),
    ],
    ids=["nothing", "no goods", "wood for an unseen card", "no hand", "no target", "a raid", "a pawn"],
)
def test_a_player_passes_without_a_question_if_no_hand_allows_an_action(wanted, is_asked):
    state = given(**{**IDLE, **wanted}, active_seat=1)
    assert forced(state, "place_pawn tile=populate") == (["go_on"] if is_asked else ["go_on", "pass_round"])
    state = play(state, "place_pawn tile=populate")
    assert (state.active_seat, state.players[0].passed) == ((0, False) if is_asked else (1, True))


def test_a_round_ends_if_no_player_can_do_anything():
    state = given(**IDLE, active_seat=1)
    state = possible(with_player(state, 1, pawns=state.players[0].pawns[:1]))
    assert forced(state, "place_pawn tile=populate") == ["go_on", "pass_round", "pass_round"]
    assert play(state, "place_pawn tile=populate").stage == "lookout"


@pytest.mark.parametrize(
    ("hand", "is_asked"),
    [(("axe_yard",), False), (("axe_yard", "axe_yard"), True), (("axe_yard", "boarding_party"), True)],
    ids=["one card", "two equal cards", "one location"],
)
def test_construct_places_the_only_card_of_a_hand_without_a_question(hand, is_asked):
    state = position(hand=hand)
    answers = ["go_on"] if is_asked else ["go_on", "construct card=axe_yard"]
    assert forced(state, "place_pawn tile=construct") == answers
    assert not is_asked or only(play(state, "place_pawn tile=construct")) == "construct card=axe_yard"


def test_the_outpost_asks_where_the_only_card_is_placed():
    state = play(solo_position("outpost", hand=("axe_yard",)), "place_pawn tile=construct")
    assert only(state) == "construct card=axe_yard"


def test_an_effect_that_places_a_card_asks_while_an_unseen_card_fits():
    """Pack Dogs place a camp or a barter card. If all of them are seen, all seats know that none can be placed."""
    state = position("nanurjuk", empire=("pack_dogs",), hand=("cairn",))
    assert only(play(state, use(state, "pack_dogs"))) == "decline"
    types, deck = {card: content(state).cards[card].type for card, _ in state.players[0].deck}, state.players[0].deck
    seen = tuple(pair for pair in deck if types[pair[0]] in ("camp", "barter"))
    state = possible(with_player(state, 0, deck=tuple(pair for pair in deck if pair not in seen), discard=seen))
    assert forced(state, use(state, "pack_dogs")) == ["decline"]


@pytest.mark.parametrize(
    ("hand", "answers"),
    [(("cairn",), ["discard_card card=cairn"]), (("cairn",) * 2, []), (("cairn", "kinfolk"), [])],
    ids=["one card", "two equal cards", "two cards"],
)
def test_the_only_card_of_a_hand_is_discarded_without_a_question(hand, answers):
    state = position("nanurjuk", empire=("elder_tales",), hand=hand)
    assert forced(state, use(state, "elder_tales")) == answers


def test_a_search_is_declined_without_a_question_if_no_unseen_card_fits():
    """Other seats do not know whether the fitting cards are in the hand or in the deck. A discard pile is open."""
    state = play(position("panuk", hand=("gathering",)), "place_pawn tile=explore")
    fitting = {action.card for action in legal(play(state, "play_boost card=gathering"), "take_card")}
    held = tuple(pair for pair in state.players[0].deck if pair[0] in fitting)
    deck = tuple(pair for pair in state.players[0].deck if pair[0] not in fitting)
    in_hand = possible(with_player(state, 0, deck=deck, hand=tuple(sorted((*state.players[0].hand, *held)))))
    assert only(play(in_hand, "play_boost card=gathering")) == "decline"
    discarded = possible(with_player(state, 0, deck=deck, discard=held))
    assert forced(discarded, "play_boost card=gathering") == ["decline"]


FOREST = "cost: {worker: 1}, effects: [{tile_action: construct}]"
"""The Action of the Great Forest, in part."""
BRAWL = "[{raid: true}, {gain: {what: {vp: 1}}}]"
"""The second branch of the Brawlers."""


@pytest.mark.parametrize(("empire", "is_asked"), [(("summer_camp",), False), (("summer_camp", "grazing_land"), True)])
def test_a_price_that_the_hand_decides_is_asked_though_one_card_can_pay_it(empire, is_asked):
    """A card comes back to the hand as the price of a Construct. Without a location in hand it must be one."""
    state = position("nanurjuk", empire=("great_forest", *empire), hand=("moving_day",))
    state = with_pack(state, (FOREST, FOREST.replace("worker: 1", "return_card: {kind_in: [location, field]}")))
    answer = f"pick_card slot={slot_of(state, 'summer_camp')}"
    assert forced(state, use(state, "great_forest")) == ([] if is_asked else [answer, "go_on"])
    assert not is_asked or only(play(state, use(state, "great_forest"))) == answer


@pytest.mark.parametrize(("branch", "is_asked"), [("conquer_now: true", False), ("tile_action: construct", True)])
def test_a_branch_that_the_hand_decides_is_asked_though_one_can_be_chosen(branch, is_asked):
    state = position("heidel", empire=("brawlers",), hand=("drinking_competition",), goods={"food": 1})
    state = with_pack(state, (BRAWL, f"[{{{branch}}}]"))
    assert forced(state, use(state, "brawlers")) == ([] if is_asked else ["choose option=raze"])
    assert not is_asked or only(play(state, use(state, "brawlers"))) == "choose option=raze"


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_question_that_waits_for_one_answer_reveals_nothing_about_the_hand(seed):
    """Every hand that fits what another seat sees leaves the same question open."""
    waiting = [
        play(position(hand=("axe_yard",)), "place_pawn tile=sail"),
        play(position(hand=("axe_yard", "axe_yard")), "place_pawn tile=construct"),
        position(hand=("valkyrie",), goods={"wood": 1}, **IDLE),
    ]
    for state in waiting:
        for seat in (1, None):
            assert len(legal(state)) == 1
            assert question(possible(GAME.determinize(GAME.view(state, seat), seed_key(seed)))) == question(state)
