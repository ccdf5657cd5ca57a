"""Settings from the environment: defaults, values, errors, hidden secrets."""

import os
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from referee_service.settings import OTHER_VARIABLES, Settings, SettingsError, unknown_variables

HERE = str(Path(__file__).parent)
HEX = "00112233445566778899aabbccddeeff"
TEXT = "sixteen letters!"


def read(**environ):
    return Settings.from_env(environ)


def error_message(**environ):
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(environ)
    return str(caught.value)


# --- defaults --------------------------------------------------------------------------------------------------------


def test_defaults_suit_one_local_process_without_keys():
    settings = read()
    assert settings == Settings()
    assert (settings.host, settings.port, settings.log_level) == ("127.0.0.1", 8080, "info")
    assert (settings.redis_url, settings.content_dir, settings.rate_limit) == (None, None, None)
    assert (settings.secrets, settings.api_keys, settings.cors_origins) == ((), frozenset(), ())
    assert (settings.body_limit, settings.cache_seconds, settings.cache_bytes) == (1048576, 3600, 67108864)
    assert settings.redis_timeout_seconds == 0.2


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_an_empty_variable_keeps_the_default(blank):
    assert Settings.from_env(dict.fromkeys(Settings().redacted(), blank)) == Settings()


def test_other_variables_are_ignored():
    assert read(PATH="/bin", REFEREE_SERVICE_HOST="10.0.0.1", referee_port="1") == Settings()


def test_settings_are_frozen():
    with pytest.raises(FrozenInstanceError):
        read().port = 1


# --- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("REFEREE_HOST", "0.0.0.0", "host", "0.0.0.0"),
        ("REFEREE_HOST", " ::1 ", "host", "::1"),
        ("REFEREE_PORT", "0", "port", 0),
        ("REFEREE_PORT", "65535", "port", 65535),
        ("REDIS_URL", "redis://localhost", "redis_url", "redis://localhost"),
        ("REDIS_URL", "redis://:p%40ss@[::1]:6379/2", "redis_url", "redis://:p%40ss@[::1]:6379/2"),
        ("REDIS_URL", "rediss://u:p@redis.example:1/", "redis_url", "rediss://u:p@redis.example:1/"),
        ("REDIS_URL", "redis://h?db=1&password=x", "redis_url", "redis://h?db=1&password=x"),
        ("REDIS_URL", "unix:///run/redis.sock?db=1", "redis_url", "unix:///run/redis.sock?db=1"),
        ("REFEREE_SECRET", HEX, "secrets", (("0", bytes.fromhex(HEX)),)),
        ("REFEREE_SECRET", HEX.upper(), "secrets", (("0", bytes.fromhex(HEX)),)),
        ("REFEREE_SECRET", TEXT, "secrets", (("0", TEXT.encode()),)),
        ("REFEREE_SECRET", HEX[:-1], "secrets", (("0", HEX[:-1].encode()),)),
        ("REFEREE_SECRET", f"new:{HEX}", "secrets", (("new", bytes.fromhex(HEX)),)),
        ("REFEREE_SECRET", f"n:{HEX}, o_-9:{TEXT},", "secrets", (("n", bytes.fromhex(HEX)), ("o_-9", TEXT.encode()))),
        ("REFEREE_SECRET", f"1:{HEX},{TEXT}", "secrets", (("1", bytes.fromhex(HEX)), ("0", TEXT.encode()))),
        ("REFEREE_SECRET", f"k:a:{TEXT}", "secrets", (("k", f"a:{TEXT}".encode()),)),
        ("REFEREE_SECRET", "éééééééé", "secrets", (("0", "éééééééé".encode()),)),
        ("REFEREE_SECRET", TEXT + "\udcff", "secrets", (("0", TEXT.encode() + b"\xff"),)),
        ("REFEREE_CONTENT_DIR", HERE, "content_dir", Path(HERE)),
        ("REFEREE_REDIS_DIR", HERE, "redis_dir", Path(HERE)),
        ("REFEREE_API_KEYS", "one", "api_keys", frozenset({"one"})),
        ("REFEREE_API_KEYS", " one, two,,one ", "api_keys", frozenset({"one", "two"})),
        ("REFEREE_RATE_LIMIT", "600/minute", "rate_limit", "600/minute"),
        ("REFEREE_RATE_LIMIT", "1/second", "rate_limit", "1/second"),
        ("REFEREE_BODY_LIMIT", "1", "body_limit", 1),
        ("REFEREE_BODY_SECONDS", "2.5", "body_seconds", 2.5),
        ("REFEREE_PROCESSES", "4", "processes", 4),
        ("REFEREE_PROCESSES", "auto", "processes", os.cpu_count()),
        ("REFEREE_CACHE_SECONDS", "0", "cache_seconds", 0),
        ("REFEREE_CACHE_BYTES", "0", "cache_bytes", 0),
        ("REFEREE_REDIS_TIMEOUT", "1", "redis_timeout_seconds", 1.0),
        ("REFEREE_REDIS_TIMEOUT", ".05", "redis_timeout_seconds", 0.05),
        ("REFEREE_CORS_ORIGINS", "*", "cors_origins", ("*",)),
        (
            "REFEREE_CORS_ORIGINS",
            "https://b.example, http://localhost:3000,https://b.example",
            "cors_origins",
            ("https://b.example", "http://localhost:3000"),
        ),
        ("REFEREE_LOG_LEVEL", "DEBUG", "log_level", "debug"),
    ],
    ids=lambda value: ascii(value) if isinstance(value, str) else None,  # the repr of a set is not stable
)
def test_a_variable_sets_only_its_field(variable, text, name, value):
    settings = read(**{variable: text})
    changed = {each.name: getattr(settings, each.name) for each in fields(Settings)}
    assert changed.pop(name) == value
    assert all(getattr(Settings(), other) == unchanged for other, unchanged in changed.items())


@pytest.mark.parametrize(
    ("variable", "text", "reason"),
    [
        ("REFEREE_HOST", "http://localhost", "host name or address"),
        ("REFEREE_HOST", "a b", "host name or address"),
        ("REFEREE_PORT", "http", "from 0 to 65535"),
        ("REFEREE_PORT", "65536", "from 0 to 65535"),
        ("REFEREE_PORT", "-1", "from 0 to 65535"),
        ("REFEREE_PORT", "80.5", "from 0 to 65535"),
        ("REFEREE_PORT", "8_0", "from 0 to 65535"),
        ("REFEREE_PORT", "٨٠", "from 0 to 65535"),
        ("REFEREE_PORT", "9" * 5000, "from 0 to 65535"),
        ("REFEREE_PORT", "tcp://10.0.0.1:8080", "from 0 to 65535"),
        ("REDIS_URL", "localhost:6379", "redis://"),
        ("REDIS_URL", "http://localhost", "redis://"),
        ("REDIS_URL", "redis://", "redis://"),
        ("REDIS_URL", "redis://localhost:port", "redis://"),
        ("REDIS_URL", "redis://localhost:99999", "redis://"),
        ("REDIS_URL", "redis://localhost:0", "redis://"),
        ("REDIS_URL", "redis://[::1", "redis://"),
        ("REDIS_URL", "redis://u:12/34@localhost", "redis://"),
        ("REDIS_URL", "unix://", "redis://"),
        ("REFEREE_SECRET", "short", "secret 1 has 5 bytes, the minimum is 16"),
        ("REFEREE_SECRET", HEX[:30], "secret 1 has 15 bytes, the minimum is 16"),
        ("REFEREE_SECRET", f"a:{HEX},b:", "secret 2 has 0 bytes, the minimum is 16"),
        ("REFEREE_SECRET", f":{HEX}", "key id of secret 1"),
        ("REFEREE_SECRET", f"a.b:{HEX}", "key id of secret 1"),
        ("REFEREE_SECRET", f"a~b:{HEX}", "key id of secret 1"),
        ("REFEREE_SECRET", f"{'k' * 33}:{HEX}", "key id of secret 1"),
        ("REFEREE_SECRET", f"a:{HEX},a:{TEXT}", "the same key id"),
        ("REFEREE_SECRET", f"{HEX},{TEXT}", "the same key id"),
        ("REFEREE_SECRET", ",", "commas but no values"),
        ("REFEREE_CACHE_URL", "localhost:6379", "redis://"),
        ("REFEREE_CACHE_URL", "redis://localhost:6379", "needs REDIS_URL"),
        ("REFEREE_REDIS_DIR", "/nowhere/at/all", "no such folder"),
        ("REFEREE_CONTENT_DIR", "/nowhere/at/all", "no such folder"),
        ("REFEREE_CONTENT_DIR", __file__, "no such folder"),
        ("REFEREE_CONTENT_DIR", "a\0b", "no such folder"),
        ("REFEREE_API_KEYS", ", ,", "commas but no values"),
        ("REFEREE_API_KEYS", "one two", "visible ASCII"),
        ("REFEREE_API_KEYS", "clé", "visible ASCII"),
        ("REFEREE_RATE_LIMIT", "600", "600/minute"),
        ("REFEREE_RATE_LIMIT", "0/minute", "600/minute"),
        ("REFEREE_RATE_LIMIT", "600/fortnight", "600/minute"),
        ("REFEREE_BODY_LIMIT", "0", "from 1 to"),
        ("REFEREE_BODY_SECONDS", "0", "above 0"),
        ("REFEREE_PROCESSES", "0", "from 1 to"),
        ("REFEREE_PROCESSES", "all", "or auto"),
        ("REFEREE_BODY_LIMIT", "1MB", "from 1 to"),
        ("REFEREE_CACHE_SECONDS", "-1", "from 0 to"),
        ("REFEREE_CACHE_SECONDS", "1e3", "from 0 to"),
        ("REFEREE_CACHE_BYTES", "many", "from 0 to"),
        ("REFEREE_REDIS_TIMEOUT", "0", "seconds above 0"),
        ("REFEREE_REDIS_TIMEOUT", "-1", "seconds above 0"),
        ("REFEREE_REDIS_TIMEOUT", "nan", "seconds above 0"),
        ("REFEREE_REDIS_TIMEOUT", "inf", "seconds above 0"),
        ("REFEREE_REDIS_TIMEOUT", "200ms", "seconds above 0"),
        ("REFEREE_CORS_ORIGINS", "example.org", "origins like"),
        ("REFEREE_CORS_ORIGINS", "https://example.org/", "origins like"),
        ("REFEREE_CORS_ORIGINS", ",", "commas but no values"),
        ("REFEREE_LOG_LEVEL", "loud", "one of debug, info"),
    ],
    ids=ascii,
)
def test_an_invalid_value_is_rejected_with_the_variable_and_the_reason(variable, text, reason):
    message = error_message(**{variable: text})
    assert message.startswith(f"{variable}: ")
    assert reason in message


# --- secrets are hidden ----------------------------------------------------------------------------------------------

WITH_SECRETS = {
    "REDIS_URL": "redis://fred:hush-redis@redis.example:6379/1?password=hush-option",
    "REFEREE_CACHE_URL": "redis://:hush-cache@cache.example",
    "REFEREE_SECRET": "new:hush-secret-of-now,old:hush-secret-of-then",
    "REFEREE_API_KEYS": "hush-key-one,hush-key-two",
}


def test_redacted_and_repr_hide_secrets_keys_and_passwords():
    settings = Settings.from_env(WITH_SECRETS)
    assert "hush" not in str(settings.redacted())
    assert "hush" not in repr(settings)


def test_redacted_shows_which_variables_are_set():
    shown = Settings.from_env({**WITH_SECRETS, "REFEREE_HOST": "::", "REFEREE_CONTENT_DIR": HERE}).redacted()
    assert shown["REDIS_URL"] == "redis://***@redis.example:6379/1?***"
    assert shown["REFEREE_CACHE_URL"] == "redis://***@cache.example"
    assert shown["REFEREE_SECRET"] == "new:***,old:***"
    assert shown["REFEREE_API_KEYS"] == "***,***"
    assert shown["REFEREE_HOST"] == "::"
    assert shown["REFEREE_CONTENT_DIR"] == HERE


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("redis://:hush@localhost", "redis://***@localhost"),
        ("redis://:hu@sh@localhost", "redis://***@localhost"),
        ("redis://hush@localhost", "redis://***@localhost"),
        ("unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("unix://hush@/run/redis.sock?password=hush", "unix://***@/run/redis.sock?***"),
    ],
)
def test_a_redis_url_is_shown_without_its_password(url, shown):
    assert read(REDIS_URL=url).redacted()["REDIS_URL"] == shown


def test_every_setting_is_shown_under_its_variable():
    shown = Settings().redacted()
    assert len(shown) == len(fields(Settings))
    assert shown["REFEREE_PORT"] == "8080"
    assert shown["REDIS_URL"] == shown["REFEREE_SECRET"] == shown["REFEREE_API_KEYS"] == ""


def test_redacted_settings_without_secrets_can_be_read_again():
    settings = read(REFEREE_PORT="1", REFEREE_RATE_LIMIT="5/hour", REFEREE_CORS_ORIGINS="*", REFEREE_CONTENT_DIR=HERE)
    assert Settings.from_env(settings.redacted()) == settings


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("REDIS_URL", "http://:hush@localhost"),
        ("REDIS_URL", "redis://:hush/hush@localhost:1"),
        ("REFEREE_SECRET", "hush"),
        ("REFEREE_SECRET", "hush hush:hush"),
        ("REFEREE_SECRET", "hush:hush"),
        ("REFEREE_API_KEYS", "hush hush"),
    ],
)
def test_an_error_message_never_contains_the_value(variable, text):
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({variable: text})
    assert "hush" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


# --- misspelt and unknown variables ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("misspelt", "known"),
    [
        ("REFEREE_RATE_LIMTI", "REFEREE_RATE_LIMIT"),
        ("REFEREE_RATELIMIT", "REFEREE_RATE_LIMIT"),
        ("REFEREE_RATE_LIMITS", "REFEREE_RATE_LIMIT"),
        ("REFEREE_SECRETS", "REFEREE_SECRET"),
        ("REFEREE_SECERT", "REFEREE_SECRET"),
        ("REFEREE_API_KYES", "REFEREE_API_KEYS"),
        ("REFEREE_CORS_ORIGIN", "REFEREE_CORS_ORIGINS"),
        ("REFEREE_LOGLEVEL", "REFEREE_LOG_LEVEL"),
    ],
)
def test_a_misspelt_variable_is_an_error_that_names_both(misspelt, known):
    message = error_message(**{misspelt: "hush"})
    assert message.startswith(f"{misspelt}: ")
    assert known in message
    assert "hush" not in message


def test_a_misspelt_variable_is_an_error_even_if_it_is_empty():
    assert "REFEREE_SECRET" in error_message(REFEREE_SECRETS="")


@pytest.mark.parametrize(
    "variable",
    [
        *("REFEREE_URL", "REFEREE_API_KEY", "REFEREE_GAMES", "REFEREE_MCP_TOKEN"),
        *("REFEREE_SERVICE_HOST", "REFEREE_SERVICE_PORT", "REFEREE_SERVICE_PORT_HTTP"),
        *("REFEREE_PORT_8080_TCP", "REFEREE_PORT_8080_TCP_ADDR"),
        *("PATH", "referee_port", "REDIS_URI"),
    ],
)
def test_variables_of_the_sdk_the_tests_and_kubernetes_are_known(variable):
    environ = {variable: "x"}
    assert Settings.from_env(environ) == Settings()
    assert unknown_variables(environ) == []


def test_other_variables_with_our_prefix_are_unknown_but_no_error():
    environ = {"REFEREE_NICKNAME": "Bob", "REFEREE_": "", "REFEREE_PORT": "1"}
    assert Settings.from_env(environ).port == 1
    assert unknown_variables(environ) == ["REFEREE_", "REFEREE_NICKNAME"]


def test_no_setting_is_a_misspelling_of_a_variable_of_another_program():
    assert Settings.from_env(dict.fromkeys(OTHER_VARIABLES, "x")) == Settings()
    assert not OTHER_VARIABLES & Settings().redacted().keys()
