"""The contract attacked by schemathesis: requests that fit it, requests that do not, and chains of links."""

from collections import Counter
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY
from tests.running.conftest import REFEREE, clean_environment, started
from tests.services.inline_queue import QuickSearchQueue

EXAMPLES = max(5, 10 // len(GAMES))
"""For every call; fewer where there are many games, so that the whole stays short."""


def contract(games, *modes):
    """The contract of an app with these games, to be tried with requests that fit it, that do not, or both."""
    app = create_app(games=games)
    app.extensions["referee.bots"].searches = QuickSearchQueue(games)
    loaded = schemathesis.openapi.from_wsgi("/openapi.json", app)
    loaded.config.generation.update(modes=list(modes))
    return loaded


BOTH = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
small = contract({TOY.name: TOY}, *BOTH)
large = contract(GAMES, *BOTH)
# Every limit of every field of a large state makes thousands of requests, worked out before the first test runs. The
# envelopes are the same in all games, so that is asked of the smallest one.
large.config.phases.coverage.enabled = False

BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True}


@small.parametrize()
@settings(max_examples=10, **BOUNDED)
def test_every_limit_of_every_field_is_kept(case):
    case.call_and_validate()


@large.parametrize()
@settings(max_examples=EXAMPLES, **BOUNDED)
def test_every_answer_fits_the_contract_whether_the_request_does_or_not(case):
    case.call_and_validate()


def test_links_lead_from_a_new_state_over_moves_to_moves():
    followed = Counter()
    playing = contract({"burgundy": GAMES["burgundy"]}, GenerationMode.POSITIVE).include(
        path_regex="burgundy/(states|moves|verdicts|legal|scores)"
    )

    class Machine(playing.as_state_machine()):
        def validate_response(self, response, case, **kwargs):
            followed[case.operation.definition.raw["operationId"], response.status_code] += 1
            super().validate_response(response, case, **kwargs)

    bounds = settings(max_examples=20, stateful_step_count=10, phases=[Phase.explicit, Phase.generate], **BOUNDED)
    Machine.run(settings=bounds)
    assert followed["burgundy_moves", 200] > 10, followed
    assert followed["burgundy_verdicts", 200] > 5, followed


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    """A live server as people start it: its own process, its own Redis, its own secret."""
    short_searches = clean_environment(REFEREE_JOB_SECONDS="1")
    running = started([*REFEREE, "up", "--port", "0"], short_searches, tmp_path)
    yield running.address
    running.stop()


def test_the_same_holds_over_a_live_server(address):
    over_http = schemathesis.openapi.from_url(f"{address}/openapi.json")
    for found in over_http.get_all_operations():
        operation = found.ok()

        @settings(max_examples=3, **BOUNDED)
        @given(case=operation.as_strategy())
        def answers_fit(case):
            case.call_and_validate()

        answers_fit()
