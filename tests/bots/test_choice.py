"""Tests of choices: several searches of one view are merged."""

from referee_service.bots.choice import ActionRank, Choice, merge_choices


def test_merged_choices_add_visits_and_weight_values_by_visits():
    one = Choice((ActionRank("a", 3, 1.0), ActionRank("b", 1, 0.0)), 4, nodes=30)
    two = Choice((ActionRank("b", 4, 2.0), ActionRank("a", 1, 5.0)), 5, nodes=40, stopped=True)
    merged = merge_choices([one, two])
    assert merged.ranking == (ActionRank("b", 5, 1.6), ActionRank("a", 4, 2.0))
    assert (merged.iterations, merged.nodes, merged.stopped) == (9, 70, True)
