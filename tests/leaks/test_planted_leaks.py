"""Planted leaks: the comparison finds a secret in a view, a header, a length, a job or an event."""

import msgspec
import pytest
from flask import g
from msgspec.structs import replace

from referee_service.api.judgements import BatchResults, CallResult, Judgements
from referee_service.api.routes import jobs
from referee_service.kernel.codec import digest
from referee_service.services import picture_service
from referee_service.services.bots.service import BotService
from referee_service.services.matches import crypto, place_verdicts, positions
from referee_service.services.matches.loader import MatchLoader, SealedState
from referee_service.services.matches.service import MatchService
from referee_service.services.matches.views import DEFAULT_TEXT, text_of_view
from tests.leaks.comparison import Leak
from tests.leaks.searches import running_worker
from tests.leaks.test_job_leaks import compare_searches
from tests.leaks.test_leaks import compare_games


def compare_positions(app):
    """Compare some positions of the toy game."""
    compare_games(app, "caravan", games=2, each=2, wanted=1, lines=3)


def compare_jobs(app, redis, monkeypatch):
    """Compare some searches of the toy game."""
    with running_worker(app, redis.url, monkeypatch) as worker:
        compare_searches(app, worker, "caravan", games=2, each=2, most=1)


def secret_number(app, job_id):
    """Return a number that depends on the whole position of a job."""
    bots = app.extensions["referee.bots"]
    spec = bots.runner.find(job_id).spec
    return int(digest(bots.matches.crypto.unseal(spec.sealed_state, game=spec.game).state)[:6], 16)


def test_nothing_is_found_without_a_leak(app, empty_redis, monkeypatch):
    compare_positions(app)
    compare_jobs(app, empty_redis, monkeypatch)


def test_the_hand_of_another_seat_in_a_view_is_found(app, monkeypatch):
    original = MatchService.view

    def view(self, game, source, seat, context, *options):
        seen = original(self, game, source, seat, context, *options)
        state = self.loader.load(game, source, context).match.state
        return replace(seen, view=game.view(state, (seen.seat + 1) % len(state.players)))

    monkeypatch.setattr(MatchService, "view", view)
    with pytest.raises(Leak, match="views"):
        compare_positions(app)


def test_the_view_of_another_seat_in_the_text_of_a_position_is_found(app, monkeypatch):
    def text(game, loaded_match, turn, context):
        state, other = loaded_match.match.state, (loaded_match.seat + 1) % len(loaded_match.match.state.players)
        return text_of_view(game, state, game.view(state, other), context.language, DEFAULT_TEXT)

    monkeypatch.setattr(positions, "_text", text)
    with pytest.raises(Leak, match="moves"):
        compare_positions(app)


def test_a_digest_of_the_state_in_a_batch_is_found(app, monkeypatch):
    original = Judgements.answer_batch

    def answer_batch(self, game, name, parser, batch, client, request_id):
        found = original(self, game, name, parser, batch, client, request_id)
        source = SealedState(batch.shared["sealed_state"], batch.shared["credential"])
        return BatchResults([*found.results, CallResult(200, self.matches.loader.load(game, source, client).digest)])

    monkeypatch.setattr(Judgements, "answer_batch", answer_batch)
    with pytest.raises(Leak, match="batch"):
        compare_positions(app)


def test_ids_of_a_picture_that_depend_on_the_state_are_found(app, monkeypatch):
    monkeypatch.setattr(picture_service._Drawing, "_prefix", lambda self, view: f"p{self.loaded_match.digest}")
    with pytest.raises(Leak, match="pictures"):
        compare_games(app, "medievalia", games=1, each=1, wanted=1, lines=1)


def test_a_hidden_place_that_a_verdict_knows_is_found(app, monkeypatch):
    monkeypatch.setattr(place_verdicts, "viewer_of", lambda seat: 1 - seat)
    with pytest.raises(Leak, match="verdicts"):
        compare_positions(app)


def test_a_digest_of_the_state_in_a_header_is_found(app, monkeypatch):
    original = MatchLoader.load

    def load(self, *arguments):
        loaded = original(self, *arguments)
        g.digest = loaded.digest
        return loaded

    monkeypatch.setattr(MatchLoader, "load", load)
    app.after_request(lambda response: response.headers.add("ETag", g.get("digest", "")) or response)
    with pytest.raises(Leak, match="ETag"):
        compare_positions(app)


def test_the_length_of_a_sealed_state_without_padding_is_found(app, monkeypatch):
    monkeypatch.setattr(crypto, "MIN_PADDED_BYTES", 1)
    monkeypatch.setattr(crypto, "_pad", lambda content: len(content).to_bytes(4, "big") + content)
    with pytest.raises(Leak, match="sealed_state"):
        compare_positions(app)


def test_a_count_of_a_job_that_depends_on_hidden_pieces_is_found(app, empty_redis, monkeypatch):
    original = BotService._snapshot

    def snapshot(self, job_id, *arguments):
        found = original(self, job_id, *arguments)
        return found._replace(job=replace(found.job, nodes=secret_number(app, job_id)))

    monkeypatch.setattr(BotService, "_snapshot", snapshot)
    with pytest.raises(Leak, match="nodes"):
        compare_jobs(app, empty_redis, monkeypatch)


def test_an_event_that_depends_on_hidden_pieces_is_found(app, empty_redis, monkeypatch):
    original = jobs._event_stream

    def event_stream(first, rest):
        number = secret_number(app, first.id)
        for event in original(first, rest):
            yield event + b"event: nodes\ndata: " + msgspec.json.encode(number) + b"\n\n"

    monkeypatch.setattr(jobs, "_event_stream", event_stream)
    with pytest.raises(Leak, match="event: nodes"):
        compare_jobs(app, empty_redis, monkeypatch)
