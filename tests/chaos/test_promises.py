"""The promises of the campaign and those of docs/reliability.md: the same names, with the same values."""

from __future__ import annotations

from tests.chaos import promises
from tests.chaos.faults import FAULTS
from tests.running.conftest import ROOT

PAGE = (ROOT / "docs/reliability.md").read_text()


def rows(columns: int) -> dict[str, list[str]]:
    """Return the table rows of the page with this number of columns, by the name of their promise."""
    lines = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line] for line in lines if len(line) == columns]
    assert len({first for first, *_ in cells}) == len(cells), "a promise has two rows"
    return {first.strip("`"): others for first, *others in cells}


def failures(names: frozenset[str]) -> str:
    """Return failures as the page writes them."""
    return ", ".join(f"`{name}`" for name in sorted(names)) or "served"


def test_the_page_and_the_campaign_have_the_same_numbers():
    assert {name: value for name, (value, _) in rows(3).items()} == {
        name: str(getattr(promises, name)) for name in promises.NUMBERS
    }


def test_the_page_and_the_campaign_promise_the_same_under_each_fault():
    assert {name: others for name, (_, *others) in rows(7).items()} == {
        name: [
            failures(promise.open),
            failures(promise.guarded),
            failures(promise.searches),
            f"{promise.recovers_seconds} s",
            promise.loses,
        ]
        for name, promise in promises.PROMISES.items()
    }


def test_every_promise_has_a_fault():
    assert {fault.name for fault in FAULTS} == promises.PROMISES.keys() - {"NO_FAULT"}
