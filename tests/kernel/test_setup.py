"""Set-up errors: each says in both languages why a match cannot be set up."""

import pytest

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import new_match
from referee_service.kernel.replay import ReplayError, new_record, replay
from referee_service.kernel.setup import SetupError, UnknownPack, check_first_player
from tests.contract.playthroughs import each_game
from tests.kernel.positions import new_toy_match
from tests.kernel.toy import GAME


def test_a_wrong_number_of_seats_is_explained_in_both_languages():
    with pytest.raises(SetupError, match="caravan is played by 2, 4, not 3") as failed:
        new_match(GAME, seats=3, chance=Chance("table", ""))
    assert reason_text(failed.value.reason, "fr") == "caravan se joue à 2, 4, non à 3"


def test_an_unknown_pack_is_explained_in_both_languages_with_all_packs():
    with pytest.raises(UnknownPack) as failed:
        GAME.packs.resolve_id("dunes")
    assert isinstance(failed.value, LookupError)
    assert failed.value.packs == tuple(GAME.packs.load_builtin())
    for language in ("en", "fr"):
        text = reason_text(failed.value.reason, language)
        assert "'dunes'" in text
        assert failed.value.packs[0] in text


@pytest.mark.parametrize(("seat", "is_refused"), [(None, False), (0, False), (1, False), (2, True), (-1, True)])
def test_the_first_player_is_a_seat(seat, is_refused):
    if not is_refused:
        check_first_player(seat, 2)
        return
    with pytest.raises(SetupError, match="first_player is one of the seats 0 to 1") as failed:
        check_first_player(seat, 2)
    assert reason_text(failed.value.reason, "fr") == "first_player est l'une des places 0 à 1"


def test_a_record_that_cannot_be_set_up_has_the_reason_of_the_set_up():
    record = new_record(GAME, new_toy_match(), seats=3)
    with pytest.raises(ReplayError) as failed:
        replay(GAME, record)
    assert reason_text(failed.value.reason, "fr") == "caravan se joue à 2, 4, non à 3"


@each_game
def test_every_set_up_error_of_a_game_is_a_reason(game):
    wrong = {"first_player": 99, "boards": (99,) * min(game.seats), "slots": (("none", "none"),)}
    options = [{name: value} for name, value in wrong.items() if name in game.options_type.__struct_fields__]
    for seats in game.seats:
        for chosen in options:
            with pytest.raises(SetupError) as failed:
                new_match(game, seats=seats, options=game.options_type(**chosen), chance=Chance("table", ""))
            english, french = (reason_text(failed.value.reason, language) for language in ("en", "fr"))
            assert english == str(failed.value)
            assert english != french
