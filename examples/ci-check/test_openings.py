"""Tests with the fixture `referee`, which is a client of the service."""


def test_the_church_may_be_taken_first(referee):
    match = referee.new_match("burgundy", seats=2, seed="hello")
    assert match.judge("take_tile die=1 depot=6 tile=church")


def test_a_turn_does_not_end_with_dice_left(referee):
    verdict = referee.new_match("burgundy", seats=2, seed="hello").judge("end_turn")
    assert [refusal.rule for refusal in verdict.refusals] == ["end_turn.dice"]
