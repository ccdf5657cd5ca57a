"""Sealed states, credentials and chance keys: only this service makes them, and it accepts no others."""

import base64
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee_service.kernel.chance import match_key
from referee_service.services.matches import crypto as crypto_module
from referee_service.services.matches.crypto import MIN_PADDED_BYTES, InvalidSealedState, MatchCrypto, SealedPayload

OLD = ("2025", b"the secret of the year before")
NEW = ("2026", b"the secret of this very year!")
CRYPTO = MatchCrypto((OLD,))
ROTATED = MatchCrypto((NEW, OLD))
PAYLOAD = SealedPayload("2025~bWF0Y2g", "0123456789abcdef0123456789abcdef", 4, b'{"game":"burgundy","ply":17}')
SEALED_STATE = CRYPTO.seal(PAYLOAD, game="burgundy")


def refused(sealed_state, *, crypto=CRYPTO, game="burgundy"):
    with pytest.raises(InvalidSealedState):
        crypto.unseal(sealed_state, game=game)
    return True


def raw(sealed_state):
    text = sealed_state.partition(".")[2]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sealed_state_of(raw, kid="2025"):
    return f"{kid}." + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


# --- sealed states ---------------------------------------------------------------------------------------------------


@given(
    st.builds(SealedPayload, st.text("abc~", max_size=30), st.text("01", max_size=32), st.integers(1, 9), st.binary())
)
def test_unseal_returns_the_payload_of_seal(payload):
    assert CRYPTO.unseal(CRYPTO.seal(payload, game="burgundy"), game="burgundy") == payload


@pytest.mark.parametrize(
    "size", [0, 1, MIN_PADDED_BYTES - 1, MIN_PADDED_BYTES, MIN_PADDED_BYTES + 1, 3 * MIN_PADDED_BYTES, 200_000]
)
def test_states_of_every_size_can_be_unsealed(size):
    payload = replace(PAYLOAD, state=bytes(size))
    assert CRYPTO.unseal(CRYPTO.seal(payload, game="burgundy"), game="burgundy") == payload


def test_another_process_with_the_same_secret_unseals_it():
    assert MatchCrypto((OLD,)).unseal(SEALED_STATE, game="burgundy") == PAYLOAD


def test_a_sealed_state_is_its_key_id_and_base64url():
    kid, _, text = SEALED_STATE.partition(".")
    assert kid == "2025"
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_sealed_state_of_version_0_1_can_be_unsealed():
    """Matches outlive releases. The file has a sealed state in the format of version 0.1, with its smaller padding."""
    sealed_state = (Path(__file__).parent / "made-by-0.1.sealed").read_text().strip()
    assert MatchCrypto((("k", b"0123456789abcdef"),)).unseal(sealed_state, game="toy") == SealedPayload(
        "k~match", "base", 2, b"state"
    )


def test_a_sealed_state_shows_nothing_of_its_payload():
    hidden = raw(SEALED_STATE)
    assert PAYLOAD.state not in hidden
    assert PAYLOAD.match_id.encode() not in hidden
    assert PAYLOAD.base.encode() not in hidden


def test_each_seal_of_the_same_payload_is_different():
    sealed_states = {CRYPTO.seal(PAYLOAD, game="burgundy") for _ in range(100)}
    assert len({raw(sealed_state)[:12] for sealed_state in sealed_states}) == 100
    assert len({raw(sealed_state)[12:] for sealed_state in sealed_states}) == 100


def test_any_changed_character_is_refused():
    for place, letter in enumerate(SEALED_STATE):
        other = "A" if letter != "A" else "B"
        assert refused(SEALED_STATE[:place] + other + SEALED_STATE[place + 1 :])


def test_any_flipped_bit_is_refused():
    whole = raw(SEALED_STATE)
    for place in range(len(whole)):
        flipped = whole[place] ^ (1 << place % 8)
        assert refused(sealed_state_of(whole[:place] + bytes([flipped]) + whole[place + 1 :]))


def test_every_other_spelling_of_the_same_bytes_is_refused():
    """Base64 has spare bits in its last character and optional padding, and many decoders skip unknown characters."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert all(refused(SEALED_STATE[:-1] + letter) for letter in alphabet if letter != SEALED_STATE[-1])
    for odd in (
        f"{SEALED_STATE}=",
        f"{SEALED_STATE}==",
        f"{SEALED_STATE}\n",
        f" {SEALED_STATE}",
        f"{SEALED_STATE[:50]}\n{SEALED_STATE[50:]}",
        f"{SEALED_STATE}!",
    ):
        assert refused(odd)
    assert refused(
        next(sealed_state for sealed_state in endless_sealed_states() if "-" in sealed_state).replace("-", "+")
    )


def endless_sealed_states():
    while True:
        yield CRYPTO.seal(PAYLOAD, game="burgundy")


def test_a_sealed_state_of_another_game_is_refused():
    assert refused(SEALED_STATE, game="settlement")
    assert refused(SEALED_STATE, game="")


def test_a_sealed_state_of_another_secret_is_refused_even_under_a_known_key_id():
    stranger = MatchCrypto((("2025", b"a secret that is not known"),))
    assert refused(stranger.seal(PAYLOAD, game="burgundy"))


def test_a_sealed_state_under_an_unknown_key_id_is_refused():
    stranger = MatchCrypto((("1999", OLD[1]),))
    assert refused(stranger.seal(PAYLOAD, game="burgundy"))
    assert refused(SEALED_STATE.replace("2025.", "."))
    assert refused(SEALED_STATE.replace("2025.", ""))


def test_a_key_id_cannot_be_exchanged_even_for_one_with_the_same_secret():
    twins = MatchCrypto((("one", OLD[1]), ("two", OLD[1])))
    sealed_state = twins.seal(PAYLOAD, game="burgundy")
    assert sealed_state.startswith("one.")
    assert refused(sealed_state.replace("one.", "two."), crypto=twins)


def test_a_sealed_state_of_another_version_is_refused(monkeypatch):
    monkeypatch.setattr(crypto_module, "SEAL_VERSION", 2)
    sealed_state = CRYPTO.seal(PAYLOAD, game="burgundy")
    monkeypatch.undo()
    assert refused(sealed_state)


@pytest.mark.parametrize("length", [0, 1, 4, 5, 6, 20, 42, 43, 44, -1, -2, -4])
def test_a_truncated_sealed_state_is_refused(length):
    assert refused(SEALED_STATE[:length])


@given(st.text() | st.text().map("2025.".__add__) | st.binary().map(sealed_state_of))
@example("")
@example(".")
@example("2025")
@example("2025.")
@example("2025..")
@example("2025.=")
@example("2025.A")
@example("2025.é")
@example("2025.\ud800")
@example("\ud800." + SEALED_STATE[5:])
@example("2025.\0")
@example("~" * 10_000)
@example("2025." + "A" * 1_000_000)
@example(sealed_state_of(bytes(11)))
@example(sealed_state_of(bytes(12)))
@example(sealed_state_of(bytes(27)))
@example(sealed_state_of(bytes(28)))
@example(SEALED_STATE + SEALED_STATE)
@example(SEALED_STATE + "." + SEALED_STATE)
@example(SEALED_STATE.upper())
def test_garbage_raises_only_invalid_sealed_state(garbage):
    assert refused(garbage)


@given(st.binary(max_size=100) | st.integers(0, 2**32 - 1).map(lambda length: length.to_bytes(4, "big") + b"x" * 50))
def test_garbage_encrypted_with_the_right_key_is_refused(garbage):
    """This cannot happen in practice, but it must not end in another exception."""
    nonce = bytes(12)
    hidden = CRYPTO._keys["2025"].seal.encrypt(nonce, garbage, crypto_module._associated_data("2025", "burgundy"))
    assert refused(sealed_state_of(nonce + hidden))


# --- the length of a sealed state ------------------------------------------------------------------------------------


def length_for(size):
    return len(CRYPTO.seal(replace(PAYLOAD, state=bytes(size)), game="burgundy"))


def test_states_of_all_usual_sizes_give_sealed_states_of_one_length():
    assert len({length_for(size) for size in range(0, MIN_PADDED_BYTES - 100, 50)}) == 1


def test_the_length_of_a_sealed_state_doubles():
    states = [replace(PAYLOAD, state=bytes(size)) for size in range(0, 8 * MIN_PADDED_BYTES, 997)]
    sizes = {len(raw(CRYPTO.seal(payload, game="burgundy"))) for payload in states}
    assert sizes == {12 + times * MIN_PADDED_BYTES + 16 for times in (1, 2, 4, 8)}


# --- rotation --------------------------------------------------------------------------------------------------------


def test_after_a_rotation_old_sealed_states_can_be_unsealed_and_new_ones_use_the_new_key():
    assert ROTATED.unseal(SEALED_STATE, game="burgundy") == PAYLOAD
    sealed_state = ROTATED.seal(PAYLOAD, game="burgundy")
    assert sealed_state.startswith("2026.")
    assert ROTATED.unseal(sealed_state, game="burgundy") == PAYLOAD
    assert refused(sealed_state, crypto=CRYPTO)


def test_without_the_old_secret_its_sealed_states_are_refused():
    assert refused(SEALED_STATE, crypto=MatchCrypto((NEW,)))


def test_credentials_and_chance_key_of_a_match_survive_a_rotation():
    match = CRYPTO.new_match_id()
    assert ROTATED.chance_key(match) == CRYPTO.chance_key(match)
    assert [ROTATED.credential_for(match, seat) for seat in (0, 1, "keeper")] == [
        CRYPTO.credential_for(match, seat) for seat in (0, 1, "keeper")
    ]
    assert ROTATED.principal_of(match, CRYPTO.credential_for(match, 1), 4) == 1


def test_new_matches_use_the_new_secret():
    match = ROTATED.new_match_id()
    assert match.startswith("2026~")
    assert ROTATED.chance_key(match) == MatchCrypto((NEW,)).chance_key(match)


def test_a_match_whose_secret_is_gone_has_no_credentials_and_no_chance_key():
    match, later = CRYPTO.new_match_id(), MatchCrypto((NEW,))
    with pytest.raises(InvalidSealedState):
        later.chance_key(match)
    with pytest.raises(InvalidSealedState):
        later.credential_for(match, 0)
    assert later.principal_of(match, CRYPTO.credential_for(match, 0), 4) is None


@pytest.mark.parametrize("secrets", [(), (OLD, OLD), (OLD, NEW, ("2025", b"another"))])
def test_match_crypto_needs_a_secret_and_unique_key_ids(secrets):
    with pytest.raises(ValueError, match="at least one secret, each with a different key id"):
        MatchCrypto(secrets)


# --- matches and credentials -----------------------------------------------------------------------------------------


def test_match_ids_are_never_the_same_and_hold_128_bits():
    matches = {CRYPTO.new_match_id() for _ in range(1000)}
    assert len(matches) == 1000
    assert {len(base64.urlsafe_b64decode(match.removeprefix("2025~") + "==")) for match in matches} == {16}


def test_credentials_differ_by_match_and_by_seat():
    matches = [CRYPTO.new_match_id() for _ in range(20)]
    credentials = [CRYPTO.credential_for(match, seat) for match in matches for seat in (0, 1, 2, 3, 10, 11, "keeper")]
    assert len(set(credentials)) == len(credentials)
    assert {len(each) for each in credentials} == {32}


def test_every_principal_is_found_by_its_credential():
    match = CRYPTO.new_match_id()
    principals = [*range(5), "keeper"]
    assert [
        CRYPTO.principal_of(match, CRYPTO.credential_for(match, principal), 5) for principal in principals
    ] == principals


def test_a_credential_of_another_match_secret_or_missing_seat_has_no_principal():
    match = CRYPTO.new_match_id()
    assert CRYPTO.principal_of(match, CRYPTO.credential_for(CRYPTO.new_match_id(), 0), 4) is None
    assert (
        CRYPTO.principal_of(match, MatchCrypto((("2025", b"a secret that is not known"),)).credential_for(match, 0), 4)
        is None
    )
    assert CRYPTO.principal_of(match, CRYPTO.credential_for(match, 4), 4) is None
    assert CRYPTO.principal_of(match, CRYPTO.credential_for(match, -1), 4) is None


@given(st.text())
@example("")
@example("keeper")
@example("0")
@example("\ud800")
@example("é" * 32)
@example("A" * 1_000_000)
def test_a_wrong_credential_has_no_principal(wrong):
    assert CRYPTO.principal_of("2025~match", wrong, 4) is None


def test_a_credential_with_one_wrong_character_has_no_principal():
    right = CRYPTO.credential_for("2025~match", 0)
    assert CRYPTO.principal_of("2025~match", right, 4) == 0
    assert CRYPTO.principal_of("2025~match", right[:-1], 4) is None
    assert CRYPTO.principal_of("2025~match", right + "A", 4) is None
    for place, letter in enumerate(right):
        other = "A" if letter != "A" else "B"
        assert CRYPTO.principal_of("2025~match", right[:place] + other + right[place + 1 :], 4) is None


@pytest.mark.parametrize("match", ["", "~", "2025", "1999~match", "2025.match", "\ud800~match"], ids=ascii)
def test_an_invalid_match_id_has_no_principals(match):
    assert CRYPTO.principal_of(match, "A" * 32, 4) is None


@pytest.mark.parametrize("principal", [0, 3, "keeper", "watcher", None])
def test_every_credential_is_compared_for_every_principal(principal, monkeypatch):
    credential = "A" * 32 if principal is None else CRYPTO.credential_for("2025~match", principal)
    compare, compared = crypto_module.hmac.compare_digest, []
    monkeypatch.setattr(crypto_module.hmac, "compare_digest", lambda *pair: compared.append(pair) or compare(*pair))
    assert CRYPTO.principal_of("2025~match", credential, 4) == principal
    assert len(compared) == 6


@pytest.mark.parametrize("principal", [0, 3, "creator", "watcher"])
def test_a_room_has_a_creator_and_no_keeper(principal):
    credential = CRYPTO.credential_for("2025~match", principal)
    assert CRYPTO.room_principal_of("2025~match", credential, 4) == principal
    assert CRYPTO.room_principal_of("2025~other", credential, 4) is None
    assert CRYPTO.room_principal_of("2025~match", CRYPTO.credential_for("2025~match", "keeper"), 4) is None
    assert CRYPTO.principal_of("2025~match", CRYPTO.credential_for("2025~match", "creator"), 4) is None


# --- keys ------------------------------------------------------------------------------------------------------------


def test_chance_keys_differ_by_match_and_by_secret():
    keys = [
        CRYPTO.chance_key("2025~a"),
        CRYPTO.chance_key("2025~b"),
        MatchCrypto((("2025", NEW[1]),)).chance_key("2025~a"),
    ]
    assert len(set(keys)) == 3
    assert {len(key) for key in keys} == {32}


def test_a_revealed_chance_key_shows_nothing_of_the_secret_or_the_credentials():
    """The chance key is derived from a derived key, not from the secret of the server."""
    key = CRYPTO.chance_key("2025~a")
    assert key != match_key(OLD[1], "2025~a")
    assert key == match_key(CRYPTO._keys["2025"].chance, "2025~a")
    assert CRYPTO._keys["2025"].chance != CRYPTO._keys["2025"].credentials


def test_credentials_and_chance_keys_never_change_between_releases():
    crypto = MatchCrypto((("k", b"0123456789abcdef"),))
    assert crypto.credential_for("k~match", 0) == "M22lxNdvtBNnA7-k62sxRoHdRF2-dVWV"
    assert crypto.credential_for("k~match", "keeper") == "e5fPtuKvZCpiA5u1q-_0EIhzQwJ2MZRj"
    assert crypto.chance_key("k~match").hex() == "a9ae676e9577d68f9868c615e0af937ec2f821ebc4bfd2d99544145cbc27f256"


def test_repr_shows_no_key():
    keys = CRYPTO._keys["2025"]
    assert not any(str(part) in repr(CRYPTO) + repr(keys) for part in (keys.credentials, keys.chance, OLD[1]))


# --- repeated set-ups ------------------------------------------------------------------------------------------------


def test_a_repeatable_seal_gives_equal_payloads_equal_texts_and_others_different_nonces():
    sealed = [CRYPTO.seal(PAYLOAD, game="burgundy", is_repeatable=True) for _ in range(2)]
    assert sealed[0] == sealed[1] == MatchCrypto((OLD,)).seal(PAYLOAD, game="burgundy", is_repeatable=True)
    assert CRYPTO.unseal(sealed[0], game="burgundy") == PAYLOAD
    others = [
        CRYPTO.seal(PAYLOAD, game="settlement", is_repeatable=True),
        CRYPTO.seal(replace(PAYLOAD, base="other"), game="burgundy", is_repeatable=True),
        MatchCrypto((NEW,)).seal(PAYLOAD, game="burgundy", is_repeatable=True),
        CRYPTO.seal(PAYLOAD, game="burgundy"),
    ]
    nonces = [raw(text)[:12] for text in (sealed[0], *others)]
    assert len(set(nonces)) == len(nonces)


def test_the_match_id_of_a_set_up_depends_on_its_name_and_on_the_secret():
    match_id = CRYPTO.match_id_of_setup("name")
    assert match_id == MatchCrypto((OLD,)).match_id_of_setup("name")
    assert match_id.startswith("2025~")
    others = {CRYPTO.match_id_of_setup("other"), MatchCrypto((("2025", NEW[1]),)).match_id_of_setup("name")}
    assert len({match_id, *others}) == 3
    assert len(match_id) == len(CRYPTO.new_match_id())
