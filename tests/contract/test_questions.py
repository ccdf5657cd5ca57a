"""Contract of questions: frames lie where their records allow it in every play, and unplayed places are reported."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.question import Place
from referee_service.kernel.state import CHANCE, Frame, State, question_of
from tests.contract.playthroughs import GAMES, each_game, playthroughs

Pair = tuple[Place, type[Frame]]
"""What lies beneath a frame, and the class of the frame."""


def pairs_of(game: AnyGame, state: State) -> Iterator[Pair]:
    """Yield each frame of the stack with what lies directly beneath, without the frames that a stage planned."""
    for at in range(game.flow.planned_frames(state), len(state.pending)):
        yield type(state.pending[at - 1]) if at else None, type(state.pending[at])


@cache
def played_pairs(name: str) -> frozenset[Pair]:
    """Return all pairs that the playthroughs of a game show."""
    game = GAMES[name]
    plays = (play for seats in game.seats for play in playthroughs(game, seats))
    return frozenset(pair for play in plays for match in play.matches for pair in pairs_of(game, match.state))


def shown(pair: Pair) -> str:
    """Return a pair as text: the question, and the one beneath."""
    beneath, frame = pair
    return f"{question_of(frame)} over {question_of(beneath) if beneath else 'nothing'}"


@each_game
def test_a_question_lists_every_question_that_lies_beneath_it_in_play(game):
    listed = {(beneath, each.frame) for each in game.flow.questions for beneath in each.over}
    assert not sorted(map(shown, played_pairs(game.name) - listed))


@each_game
def test_listed_pairs_that_no_playthrough_shows_are_reported(game, record_property):
    listed = {(beneath, each.frame) for each in game.flow.questions for beneath in each.over}
    unseen = sorted(map(shown, listed - played_pairs(game.name)))
    record_property("figures", f"{game.name}: {len(listed)} pairs listed, never played: {', '.join(unseen) or 'none'}")
    assert len(unseen) < len(listed), "the playthroughs show some of the listed pairs"


@each_game
def test_a_question_is_open_only_in_the_stages_that_it_names(game):
    flow = game.flow
    stages = {each.frame: each.stages for each in flow.questions}
    for seats in game.seats:
        for played in playthroughs(game, seats):
            for match in played.matches:
                names, planned = set(flow.current_stages(match.state)), flow.planned_frames(match.state)
                for frame in match.state.pending[planned:]:
                    allowed = stages[type(frame)]
                    assert allowed is None or names & allowed, (question_of(frame), names)


@each_game
def test_every_stage_that_a_question_names_is_reached(game):
    named = frozenset[str]().union(*(each.stages or () for each in game.flow.questions))
    matches = (match for seats in game.seats for played in playthroughs(game, seats) for match in (*played.matches,))
    reached = {name for match in matches for name in game.flow.current_stages(match.state)}
    assert not named - reached, "a misspelt stage would never be current"


@each_game
def test_decisions_with_one_legal_answer_are_reported(game, record_property):
    decisions, single = Counter[str](), Counter[str]()
    for seats in game.seats:
        for played in playthroughs(game, seats)[:3]:
            for ply in (ply for ply in played.plies if ply.seat != CHANCE):
                question = game.turn(ply.before.state).question
                decisions[question] += 1
                single[question] += len(legal_actions(game, ply.before.state)) == 1
    counts = ", ".join(f"{name} {count}" for name, count in single.most_common() if count)
    found = f"{single.total()} of {decisions.total()} decisions have one legal answer: {counts or 'none'}"
    record_property("figures", f"{game.name}: {found}")
    assert single.total() < decisions.total() / 2, "most decisions are choices"


@each_game
def test_every_question_has_a_prompt(game):
    assert not set(game.flow.verbs) - set(game.catalogue().questions)
