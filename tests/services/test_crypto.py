"""Tokens, passes and keys of chance: only this service makes them, and it takes back nothing else."""

import base64
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee_service.kernel.chance import match_key
from referee_service.services.matches import crypto as module
from referee_service.services.matches.crypto import MIN_PADDED_BYTES, InvalidSealedState, MatchCrypto, SealedPayload

OLD = ("2025", b"the secret of the year before")
NEW = ("2026", b"the secret of this very year!")
VAULT = MatchCrypto((OLD,))
ROTATED = MatchCrypto((NEW, OLD))
SEALED = SealedPayload("2025~bWF0Y2g", "0123456789abcdef0123456789abcdef", 4, b'{"game":"burgundy","ply":17}')
TOKEN = VAULT.seal(SEALED, game="burgundy")


def refused(token, *, vault=VAULT, game="burgundy"):
    with pytest.raises(InvalidSealedState):
        vault.unseal(token, game=game)
    return True


def raw(token):
    text = token.partition(".")[2]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def token_of(raw, kid="2025"):
    return f"{kid}." + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


# --- tokens ----------------------------------------------------------------------------------------------------------


@given(
    st.builds(SealedPayload, st.text("abc~", max_size=30), st.text("01", max_size=32), st.integers(1, 9), st.binary())
)
def test_what_was_sealed_is_opened(sealed):
    assert VAULT.unseal(VAULT.seal(sealed, game="burgundy"), game="burgundy") == sealed


@pytest.mark.parametrize(
    "size", [0, 1, MIN_PADDED_BYTES - 1, MIN_PADDED_BYTES, MIN_PADDED_BYTES + 1, 3 * MIN_PADDED_BYTES, 200_000]
)
def test_states_of_every_size_are_opened(size):
    sealed = replace(SEALED, state=bytes(size))
    assert VAULT.unseal(VAULT.seal(sealed, game="burgundy"), game="burgundy") == sealed


def test_another_process_with_the_same_secret_opens_it():
    assert MatchCrypto((OLD,)).unseal(TOKEN, game="burgundy") == SEALED


def test_a_token_is_its_key_id_and_base64url():
    kid, _, text = TOKEN.partition(".")
    assert kid == "2025"
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_token_made_long_ago_still_opens():
    """Matches outlive releases: this token was made by the first one."""
    token = (Path(__file__).parent / "made-by-0.1.sealed").read_text().strip()
    assert MatchCrypto((("k", b"0123456789abcdef"),)).unseal(token, game="toy") == SealedPayload(
        "k~match", "base", 2, b"state"
    )


def test_nothing_of_the_state_is_seen_in_a_token():
    hidden = raw(TOKEN)
    assert SEALED.state not in hidden
    assert SEALED.match_id.encode() not in hidden
    assert SEALED.base.encode() not in hidden


def test_the_same_state_is_never_sealed_to_the_same_token():
    tokens = {VAULT.seal(SEALED, game="burgundy") for _ in range(100)}
    assert len({raw(token)[:12] for token in tokens}) == 100
    assert len({raw(token)[12:] for token in tokens}) == 100


def test_any_changed_letter_is_refused():
    for place, letter in enumerate(TOKEN):
        other = "A" if letter != "A" else "B"
        assert refused(TOKEN[:place] + other + TOKEN[place + 1 :])


def test_any_flipped_bit_is_refused():
    whole = raw(TOKEN)
    for place in range(len(whole)):
        flipped = whole[place] ^ (1 << place % 8)
        assert refused(token_of(whole[:place] + bytes([flipped]) + whole[place + 1 :]))


def test_every_other_way_to_write_the_same_bytes_is_refused():
    """Base64 has spare bits in its last letter, takes padding, and many readers skip what they do not know."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert all(refused(TOKEN[:-1] + letter) for letter in alphabet if letter != TOKEN[-1])
    for odd in (f"{TOKEN}=", f"{TOKEN}==", f"{TOKEN}\n", f" {TOKEN}", f"{TOKEN[:50]}\n{TOKEN[50:]}", f"{TOKEN}!"):
        assert refused(odd)
    assert refused(next(token for token in endless_tokens() if "-" in token).replace("-", "+"))


def endless_tokens():
    while True:
        yield VAULT.seal(SEALED, game="burgundy")


def test_a_token_of_another_game_is_refused():
    assert refused(TOKEN, game="settlement")
    assert refused(TOKEN, game="")


def test_a_token_made_with_another_secret_is_refused_even_under_our_key_id():
    stranger = MatchCrypto((("2025", b"a secret that we do not know"),))
    assert refused(stranger.seal(SEALED, game="burgundy"))


def test_a_token_under_an_unknown_key_id_is_refused():
    stranger = MatchCrypto((("1999", OLD[1]),))
    assert refused(stranger.seal(SEALED, game="burgundy"))
    assert refused(TOKEN.replace("2025.", "."))
    assert refused(TOKEN.replace("2025.", ""))


def test_a_key_id_cannot_be_exchanged_even_for_one_with_the_same_secret():
    twins = MatchCrypto((("one", OLD[1]), ("two", OLD[1])))
    token = twins.seal(SEALED, game="burgundy")
    assert token.startswith("one.")
    assert refused(token.replace("one.", "two."), vault=twins)


def test_a_token_of_another_version_is_refused(monkeypatch):
    monkeypatch.setattr(module, "SEAL_VERSION", 2)
    token = VAULT.seal(SEALED, game="burgundy")
    monkeypatch.undo()
    assert refused(token)


@pytest.mark.parametrize("length", [0, 1, 4, 5, 6, 20, 42, 43, 44, -1, -2, -4])
def test_a_cut_token_is_refused(length):
    assert refused(TOKEN[:length])


@given(st.text() | st.text().map("2025.".__add__) | st.binary().map(token_of))
@example("")
@example(".")
@example("2025")
@example("2025.")
@example("2025..")
@example("2025.=")
@example("2025.A")
@example("2025.é")
@example("2025.\ud800")
@example("\ud800." + TOKEN[5:])
@example("2025.\0")
@example("~" * 10_000)
@example("2025." + "A" * 1_000_000)
@example(token_of(bytes(11)))
@example(token_of(bytes(12)))
@example(token_of(bytes(27)))
@example(token_of(bytes(28)))
@example(TOKEN + TOKEN)
@example(TOKEN + "." + TOKEN)
@example(TOKEN.upper())
def test_garbage_of_every_kind_is_refused_and_nothing_worse(garbage):
    assert refused(garbage)


@given(st.binary(max_size=100) | st.integers(0, 2**32 - 1).map(lambda length: length.to_bytes(4, "big") + b"x" * 50))
def test_even_garbage_sealed_with_our_own_key_is_refused(garbage):
    """It cannot happen; should it, a token is still refused and not a traceback."""
    nonce = bytes(12)
    hidden = VAULT._keys["2025"].seal.encrypt(nonce, garbage, module._associated_data("2025", "burgundy"))
    assert refused(token_of(nonce + hidden))


# --- the length of a token -------------------------------------------------------------------------------------------


def length_for(size):
    return len(VAULT.seal(replace(SEALED, state=bytes(size)), game="burgundy"))


def test_all_states_that_games_have_give_tokens_of_one_length():
    assert len({length_for(size) for size in range(0, MIN_PADDED_BYTES - 100, 50)}) == 1


def test_the_length_of_a_token_doubles():
    states = [replace(SEALED, state=bytes(size)) for size in range(0, 8 * MIN_PADDED_BYTES, 997)]
    sizes = {len(raw(VAULT.seal(sealed, game="burgundy"))) for sealed in states}
    assert sizes == {12 + times * MIN_PADDED_BYTES + 16 for times in (1, 2, 4, 8)}


# --- rotation --------------------------------------------------------------------------------------------------------


def test_after_a_rotation_old_tokens_open_and_new_ones_use_the_new_key():
    assert ROTATED.unseal(TOKEN, game="burgundy") == SEALED
    token = ROTATED.seal(SEALED, game="burgundy")
    assert token.startswith("2026.")
    assert ROTATED.unseal(token, game="burgundy") == SEALED
    assert refused(token, vault=VAULT)


def test_once_the_old_secret_is_gone_its_tokens_are_refused():
    assert refused(TOKEN, vault=MatchCrypto((NEW,)))


def test_passes_and_dice_of_a_match_survive_a_rotation():
    match = VAULT.new_match_id()
    assert ROTATED.chance_key(match) == VAULT.chance_key(match)
    assert [ROTATED.credential_for(match, seat) for seat in (0, 1, "keeper")] == [
        VAULT.credential_for(match, seat) for seat in (0, 1, "keeper")
    ]
    assert ROTATED.principal_of(match, VAULT.credential_for(match, 1), 4) == 1


def test_new_matches_are_made_under_the_new_secret():
    match = ROTATED.new_match_id()
    assert match.startswith("2026~")
    assert ROTATED.chance_key(match) == MatchCrypto((NEW,)).chance_key(match)


def test_a_match_whose_secret_is_gone_has_no_passes_and_no_dice():
    match, later = VAULT.new_match_id(), MatchCrypto((NEW,))
    with pytest.raises(InvalidSealedState):
        later.chance_key(match)
    with pytest.raises(InvalidSealedState):
        later.credential_for(match, 0)
    assert later.principal_of(match, VAULT.credential_for(match, 0), 4) is None


@pytest.mark.parametrize("secrets", [(), (OLD, OLD), (OLD, NEW, ("2025", b"another"))])
def test_a_vault_without_secrets_or_with_two_of_one_name_is_never_built(secrets):
    with pytest.raises(ValueError, match="a vault needs"):
        MatchCrypto(secrets)


# --- matches and passes ----------------------------------------------------------------------------------------------


def test_match_ids_are_never_the_same_and_hold_128_bits():
    matches = {VAULT.new_match_id() for _ in range(1000)}
    assert len(matches) == 1000
    assert {len(base64.urlsafe_b64decode(match.removeprefix("2025~") + "==")) for match in matches} == {16}


def test_passes_differ_by_match_and_by_seat():
    matches = [VAULT.new_match_id() for _ in range(20)]
    passes = [VAULT.credential_for(match, seat) for match in matches for seat in (0, 1, 2, 3, 10, 11, "keeper")]
    assert len(set(passes)) == len(passes)
    assert {len(each) for each in passes} == {32}


def test_every_holder_is_found_by_its_pass():
    match = VAULT.new_match_id()
    holders = [*range(5), "keeper"]
    assert [VAULT.principal_of(match, VAULT.credential_for(match, holder), 5) for holder in holders] == holders


def test_a_pass_of_another_match_another_secret_or_a_seat_that_is_not_there_is_nobodys():
    match = VAULT.new_match_id()
    assert VAULT.principal_of(match, VAULT.credential_for(VAULT.new_match_id(), 0), 4) is None
    assert (
        VAULT.principal_of(match, MatchCrypto((("2025", b"a secret that we do not know"),)).credential_for(match, 0), 4)
        is None
    )
    assert VAULT.principal_of(match, VAULT.credential_for(match, 4), 4) is None
    assert VAULT.principal_of(match, VAULT.credential_for(match, -1), 4) is None


@given(st.text())
@example("")
@example("keeper")
@example("0")
@example("\ud800")
@example("é" * 32)
@example("A" * 1_000_000)
def test_wrong_passes_are_nobodys(wrong):
    assert VAULT.principal_of("2025~match", wrong, 4) is None


def test_a_pass_almost_right_is_nobodys():
    right = VAULT.credential_for("2025~match", 0)
    assert VAULT.principal_of("2025~match", right, 4) == 0
    assert VAULT.principal_of("2025~match", right[:-1], 4) is None
    assert VAULT.principal_of("2025~match", right + "A", 4) is None
    for place, letter in enumerate(right):
        other = "A" if letter != "A" else "B"
        assert VAULT.principal_of("2025~match", right[:place] + other + right[place + 1 :], 4) is None


@pytest.mark.parametrize("match", ["", "~", "2025", "1999~match", "2025.match", "\ud800~match"], ids=ascii)
def test_what_is_no_match_has_no_holders(match):
    assert VAULT.principal_of(match, "A" * 32, 4) is None


@pytest.mark.parametrize("holder", [0, 3, "keeper", None])
def test_every_pass_is_compared_whoever_holds_it(holder, monkeypatch):
    given = "A" * 32 if holder is None else VAULT.credential_for("2025~match", holder)
    compare, compared = module.hmac.compare_digest, []
    monkeypatch.setattr(module.hmac, "compare_digest", lambda *pair: compared.append(pair) or compare(*pair))
    assert VAULT.principal_of("2025~match", given, 4) == holder
    assert len(compared) == 5


# --- keys ------------------------------------------------------------------------------------------------------------


def test_dice_differ_by_match_and_by_secret():
    keys = [
        VAULT.chance_key("2025~a"),
        VAULT.chance_key("2025~b"),
        MatchCrypto((("2025", NEW[1]),)).chance_key("2025~a"),
    ]
    assert len(set(keys)) == 3
    assert {len(key) for key in keys} == {32}


def test_a_revealed_key_of_chance_tells_nothing_of_the_secret_or_the_passes():
    """The recipe of the kernel is followed with a derived secret, not with the server's own."""
    key = VAULT.chance_key("2025~a")
    assert key != match_key(OLD[1], "2025~a")
    assert key == match_key(VAULT._keys["2025"].chance, "2025~a")
    assert VAULT._keys["2025"].chance != VAULT._keys["2025"].credentials


def test_passes_and_dice_never_change_between_releases():
    vault = MatchCrypto((("k", b"0123456789abcdef"),))
    assert vault.credential_for("k~match", 0) == "M22lxNdvtBNnA7-k62sxRoHdRF2-dVWV"
    assert vault.credential_for("k~match", "keeper") == "e5fPtuKvZCpiA5u1q-_0EIhzQwJ2MZRj"
    assert vault.chance_key("k~match").hex() == "a9ae676e9577d68f9868c615e0af937ec2f821ebc4bfd2d99544145cbc27f256"


def test_no_key_is_seen_when_a_vault_is_printed():
    keys = VAULT._keys["2025"]
    assert not any(str(part) in repr(VAULT) + repr(keys) for part in (keys.credentials, keys.chance, OLD[1]))
