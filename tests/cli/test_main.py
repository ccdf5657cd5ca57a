"""Commands `referee config`, `openapi`, `games` and `rules`. The SDK has its own commands for play and CI."""

from __future__ import annotations

import pytest
import yaml

from referee_service.cli.main import main
from tests.running.conftest import referee


def test_config_shows_the_settings_and_hides_the_secrets():
    secret, key, password = "a-secret-of-the-service", "key-of-a-client", "redis-password"
    process = referee(
        "config",
        REFEREE_SECRET=f"new:{secret}",
        REFEREE_API_KEYS=key,
        REDIS_URL=f"redis://:{password}@cache:6379/0",
        REFEREE_RATE_LIMIT="600/minute",
    )
    assert process.returncode == 0
    assert "REFEREE_SECRET=new:***" in process.stdout
    assert "REFEREE_RATE_LIMIT=600/minute" in process.stdout
    assert "cache:6379" in process.stdout
    assert not any(hidden in process.stdout + process.stderr for hidden in (secret, key, password))


def test_openapi_prints_the_document():
    process = referee("openapi")
    assert process.returncode == 0
    document = yaml.safe_load(process.stdout)
    assert "/v1/games/burgundy/moves" in document["paths"]


def test_rules_can_be_filtered_by_a_prefix(capsys):
    assert main(["rules", "burgundy", "place_tile"]) == 0
    ids = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert "place_tile.touching" in ids
    assert all(rule.startswith("place_tile") for rule in ids)


def test_an_unknown_prefix_prints_the_existing_ones(capsys):
    assert main(["rules", "burgundy", "castling"]) == 1
    assert "place_tile" in capsys.readouterr().out


def test_play_is_a_command_of_the_sdk_only(capsys):
    with pytest.raises(SystemExit):
        main(["play", "burgundy"])
    assert "invalid choice: 'play'" in capsys.readouterr().err


def test_games_and_rules_are_printed_in_both_languages(capsys):
    main(["rules", "burgundy", "--lang", "fr"])
    main(["games"])
    output = capsys.readouterr().out
    assert "Un seul bâtiment de chaque type par ville" in output
    assert "burgundy: The Castles of Burgundy / Les Châteaux de Bourgogne, 2-4 seats" in output
