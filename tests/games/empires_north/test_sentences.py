"""Sentences: labels, prompts, refusals and events name cards, prices and gains, in both languages."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north import GAME
from referee_service.kernel import engine
from referee_service.kernel.narration import action_label, narrate, question_prompt, turn_facts
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.places import action_facts
from tests.games.empires_north.positions import (
    event_position,
    events_of,
    given,
    legal,
    play,
    position,
    possible,
    solo_position,
    take,
    use,
    with_site,
)
from tests.games.rules import rule


def label(state, line, language="en"):
    """Return the label of a line of notation for seat 0. It must be legal."""
    action = parse_notation(GAME, line)
    assert action in legal(state)
    return action_label(GAME.catalogue(), action, language, action_facts(GAME, state, 0, action))


def prompt(state, language="en"):
    """Return the prompt of the open question."""
    turn = GAME.turn(state)
    return question_prompt(GAME.catalogue(), turn, language, turn_facts(GAME, state, turn))


def narrated(state, line, kind, language="en"):
    """Return the sentences of all events of a kind that a line of notation brings."""
    events = [event for event in events_of(state, parse_notation(GAME, line)) if event.kind == kind]
    return [narrate(GAME.catalogue(), event, language, 0) for event in events]


def refusal(state, line, language="en"):
    """Return the message of the first refusal of a line of notation."""
    found = engine.judge(GAME, state, 0, parse_notation(GAME, line))
    return GAME.catalogue().ruling(found[0], language).message


# --- labels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ("build card=axe_yard", "Place “Axe Yard” (1 wood)", "Placer « Cour des haches » (1 bois)"),
        (
            "use_location slot=3",
            "Use “War Hall” (1 raze token): gain 1 point or 1 worker",
            "Utiliser « Salle de guerre » (1 jeton Raid) : gagner 1 point ou 1 ouvrier",
        ),
        (
            "raid seat=1 slot=3",
            "Raid “Wool Shed” of seat 1 (1 raze token)",
            "Lancer un raid contre « Remise à laine » de la place 1 (1 jeton Raid)",
        ),
        (
            "move_pawn start=explore tile=populate",
            "Move the pawn from the Explore tile to the Populate tile (1 food)",
            "Déplacer le pion de la tuile Explorer à la tuile Peupler (1 nourriture)",
        ),
    ],
)
def test_a_label_names_the_card_its_price_and_what_it_brings(line, english, french):
    state = position(
        hand=("axe_yard", "valkyrie"),
        empire=("war_hall",),
        opponent_empire=("wool_shed",),
        pawns=("explore",),
        goods={"wood": 1, "food": 1, "raze": 1},
    )
    assert (label(state, line), label(state, line, "fr")) == (english, french)


def test_equal_cards_are_told_apart_by_their_slots():
    state = position(empire=("axe_yard", "axe_yard", "fishing_boats"))
    assert label(state, "use_location slot=3") == "Use “Axe Yard” in slot 3 (1 worker): gain 1 raze token"
    assert label(state, "use_location slot=4", "fr").startswith("Utiliser « Cour des haches » à l'emplacement 4 (")
    assert label(state, "use_location slot=5") == "Use “Fishing Boats” (1 worker): gain 1 fish or 1 food"


def test_an_action_without_a_gain_now_says_so():
    state = position("mackinnon", empire=("auditor", "savings_bank"))
    assert label(state, use(state, "auditor")) == "Use “Auditor” (1 worker): gain nothing now"


def test_the_price_of_an_invaded_location_has_a_tribute():
    state = with_site(
        solo_position("barbarians", empire=("axe_yard",), goods={"food": 1, "sheep": 1}), "axe_yard", invaded=True
    )
    assert label(state, use(state, "axe_yard")) == "Use “Axe Yard” (1 worker and 1 tribute): gain 1 raze token"
    assert prompt(play(state, use(state, "axe_yard"))) == "How do you pay the invaders of “Axe Yard”?"


def test_a_field_that_is_harvested_names_its_whole_yield():
    state, _ = take(given(empire=("river_farm",)), 0, "rock_ledge", host=2)
    state = play(possible(state), "place_pawn tile=harvest")
    assert label(state, "harvest slot=0") == "Harvest “Pine Forest”: 2 wood"
    assert label(state, "harvest slot=2") == "Harvest “Stone Pit”: 2 stones"
    assert label(state, "harvest slot=3", "fr") == "Récolter « Ferme de la rivière » : 1 poisson"


def test_an_island_names_its_pillage_and_a_pile_its_size():
    state = play(position(queue=((0, "raze"),), ships=1), "pass_round", "pass_round")
    expected = "Sail to a near island: “Herring Bank” (pillage: 1 food and 1 fish)"
    assert label(state, "land pile=near island=herring_bank") == expected
    assert label(state, "land pile=near", "fr") == "Naviguer vers une île proche (face cachée, 10 dans la pioche)"
    state = play(state, "land pile=near island=herring_bank")
    assert label(state, "take_island conquer=true", "fr") == "Conquérir l'île « Banc de harengs »"
    assert prompt(state) == "Do you pillage or conquer “Herring Bank”? Pillaging brings 1 food and 1 fish."


def test_a_choice_says_what_it_gains_takes_or_does():
    state = position("heidel", empire=("brawlers",), opponent_empire=("wool_shed",), goods={"food": 1})
    state = play(state, "use_location slot=3")
    assert label(state, "choose option=raze") == "Gain 1 raze token"
    assert label(state, "choose option=raid_vp") == "Choose: raid for free and gain 1 point"
    state = position("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    state = play(state, "use_location slot=3")
    assert label(state, "choose option=any_resource") == "Pay 2 resources of your choice"
    assert label(state, "choose option=sheep", "fr") == "Payer 1 mouton"
    state = play(position(empire=("war_hall",), goods={"raze": 1}), "use_location slot=3")
    assert label(state, "choose option=vp", "fr") == "Gagner 1 point"


def test_a_choice_that_brings_nothing_now_says_so():
    texts, facts = GAME.catalogue(), {"option": (), "nothing": 0, "kind": "vp"}
    assert texts.sentence(texts.verbs["choose"].label, facts, "en") == "Gain 0 points"


def test_a_ship_may_sail_with_nothing_on_board():
    state = play(position(goods={"fish": 1}, ships=1), "place_pawn tile=sail")
    assert label(state, "sail fish=false raze=false") == "Sail with nothing on board"
    assert label(state, "sail fish=false raze=false", "fr") == "Naviguer sans rien à bord"


def test_going_on_says_what_follows_or_what_is_skipped():
    state = play(position(hand=("axe_yard",), ships=1), "place_pawn tile=sail")
    assert label(state, "go_on") == "Go on with the Sail action"
    question = "Avant l'action Naviguer : jouez un Boost, placez un champ, ou continuez avec l'action."
    assert prompt(state, "fr") == question
    state = position("mackinnon", empire=("savings_bank",), goods={"stone": 1, "wood": 2}, passed=True)
    state = play(state, use(state, "savings_bank"), "assign good=wood slot=3")
    assert label(state, "go_on") == "Go on without assigning anything more"
    assert label(state, "go_on", "fr") == "Continuer sans rien assigner de plus"


# --- prompts ----------------------------------------------------------------------------------------------------------


def test_the_prompt_of_a_turn_names_only_steps_that_may_be_possible():
    state = position(hand=("axe_yard",), opponent_empire=("wool_shed",), goods={"raze": 1, "wood": 1})
    assert prompt(state) == "Your turn: place a location, use a pawn, raid or pass."
    state = position(opponent_empire=("wool_shed",), goods={"raze": 1}, passed=True)
    assert prompt(state, "fr") == "À vous : utilisez un pion ou passez."


def test_the_prompt_of_a_turn_does_not_depend_on_the_hidden_hand():
    state = position(hand=("axe_yard", "valkyrie"), goods={"wood": 1})
    for key in (b"a", b"b", b"c", b"d"):
        other = GAME.determinize(GAME.view(state, 1), key * 32)
        assert turn_facts(GAME, other, GAME.turn(other)) == turn_facts(GAME, state, GAME.turn(state))


def test_a_prompt_says_what_happens_to_the_card_that_pays():
    state = position("nanurjuk", empire=("sled_trail", "summer_camp", "river_trade"))
    state = play(state, use(state, "sled_trail"))
    assert prompt(state) == "“Sled Trail”: which card of your empire do you return to your hand as the price?"
    assert prompt(state, "fr") == (
        "« Piste de traîneau » : quelle carte de votre empire reprenez-vous dans votre main pour payer ?"
    )
    assert refusal(state, use(state, "sled_trail").replace("use_location", "pick_card")).startswith(
        "“Sled Trail” cannot pay for itself; choose slot "
    )
    assert refusal(state, "pick_card slot=29", "fr").startswith(
        "Il n'y a pas de carte à l'emplacement 29 de votre empire ;"
    )


def test_a_prompt_names_the_card_that_asks():
    state = position(empire=("fishing_boats",))
    state = play(state, use(state, "fishing_boats"))
    assert prompt(state) == "“Fishing Boats”: which effect do you choose?"
    assert prompt(state, "fr") == "« Barques de pêche » : quel effet choisissez-vous ?"


def test_a_prompt_of_a_payment_names_price_purpose_and_what_is_paid():
    state = play(position(hand=("floki_workshop",), goods={"wood": 3, "gold": 2}), "build card=floki_workshop")
    assert prompt(state) == "Pay 3 wood for “Floki's Workshop”."
    assert (
        prompt(play(state, "pay source=gold"), "fr")
        == "Payez 3 bois pour « Atelier de Floki » ; déjà payé : 1 pièce d'or."
    )
    state = play(position(pawns=("explore",), goods={"food": 1, "gold": 1}), "move_pawn start=explore tile=populate")
    assert prompt(state) == "Pay 1 food for the pawn on the Populate tile."


def test_a_prompt_says_how_many_goods_may_still_be_assigned():
    state = position("mackinnon", empire=("savings_bank",), goods={"stone": 1, "wood": 2}, passed=True)
    state = play(state, use(state, "savings_bank"))
    assert prompt(state).endswith("what do you assign, and to which card? You may still assign up to 2.")
    state = play(state, "assign good=wood slot=3")
    assert prompt(state, "fr").endswith("Vous pouvez encore en assigner jusqu'à 1.")


def test_an_event_names_itself_its_offer_and_its_gain():
    state = event_position("outpost", 2, goods={"wood": 2})
    assert prompt(state) == "“New Horizons”: do you pay 2 wood? You gain 2 foundations."
    assert label(state, "accept", "fr") == "Payer 2 bois : gagner 2 fondations"


# --- refusals and events ----------------------------------------------------------------------------------------------


def test_a_refusal_names_the_card_in_the_slot():
    state = position(empire=("watchtower",), opponent_empire=("piper",), goods={"raze": 1})
    assert refusal(state, "use_location slot=3") == "“Watchtower” in slot 3 has no Action."
    assert refusal(state, "raid seat=1 slot=3", "fr") == ("La carte « Sonneur » de la place 1 n'a pas d'Action.")


def test_a_refusal_says_that_a_slot_is_empty():
    state = position(goods={"raze": 1})
    assert refusal(state, "use_location slot=44") == "There is no card in slot 44 of your empire."
    assert refusal(state, "raid seat=1 slot=44") == "There is no card in slot 44 of seat 1's empire."
    state = play(position(), "place_pawn tile=harvest")
    assert refusal(state, "harvest slot=44", "fr") == "Il n'y a pas de champ à l'emplacement 44 de votre empire."


def test_a_refusal_of_a_choice_lists_what_may_be_chosen():
    state = position("heidel", empire=("brawlers",), opponent_empire=("wool_shed",), goods={"food": 1})
    state = play(state, "use_location slot=3")
    assert refusal(state, "choose option=any_resource") == (
        "This cannot be chosen here; you may gain 1 raze token, or raid for free and gain 1 point."
    )
    state = position("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    assert refusal(play(state, "use_location slot=3"), "choose option=worker", "fr") == (
        "Cela ne peut pas être choisi ici ; vous pouvez payer 1 mouton ou 2 ressources au choix."
    )


@rule("pay.held")
def test_a_refused_payment_says_which_good_is_lacking():
    """A price is paid with goods of the supply."""
    state = play(position(hand=("axe_yard",), goods={"gold": 1, "wood": 1}), "build card=axe_yard")
    assert label(state, "pay source=gold") == "Pay 1 gold"
    assert refusal(state, "pay source=sheep") == "You have no sheep to pay with."
    assert refusal(state, "pay source=stone", "fr") == "Vous n'avez pas de pierre pour payer."


@rule("resolve.waiting")
def test_a_refused_special_is_in_quotation_marks_like_those_that_wait():
    """Only a Special that waits can be resolved."""
    state = position(empire=("twin_ships", "valkyrie", "watchtower"), queue=((0, ""),), ships=1)
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert label(state, "resolve source=valkyrie") == "Resolve “Valkyrie” next"
    assert refusal(state, "resolve source=watchtower") == (
        "“Watchtower” has no pending effect; choose “Twin Ships” or “Valkyrie”."
    )


def test_a_refusal_of_a_ship_counts_places_from_one():
    state = position(empire=("priest_of_thor",), queue=((0, ""), (1, ""), (0, "")), ships=0)
    state = play(state, use(state, "priest_of_thor"))
    assert refusal(state, "choose_ship place=1") == (
        "The effect cannot use the ship at place 2 of the queue; choose place 1 or 3."
    )
    assert prompt(state) == "“Priest of Thor”: which of your ships do you choose? It pillages an island at once."


def test_an_event_names_the_card_instead_of_its_slot():
    state = position(opponent_empire=("wool_shed",), goods={"raze": 1})
    assert narrated(state, "raid seat=1 slot=3", "exhausted") == ["“Wool Shed” of seat 1 is exhausted."]
    state = play(position(queue=((0, ""),), ships=1), "pass_round", "pass_round")
    assert narrated(state, "land pile=near island=herring_bank", "pillaged", "fr") == [
        "La place 0 a pillé « Banc de harengs »."
    ]


def test_a_forced_answer_names_its_card():
    state = position("heidel", empire=("tired_guards", "cooper"))
    forced = narrated(state, use(state, "tired_guards"), "forced")
    assert forced == ["Seat 0 has only one legal answer: Choose the card “Cooper”."]
