"""Base of request schemas: unknown fields are refused, and groups of fields exclude each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, combinations
from typing import ClassVar

from marshmallow import RAISE, Schema, ValidationError, validates_schema

Group = tuple[tuple[str, ...], ...]
"""Alternatives that exclude each other. Each one is a list of fields that belong together."""
Exclusions = Mapping[str, tuple[str, ...]]
"""For a field, the fields that may not stand beside it."""

STATE_ALTERNATIVES: Group = (("state",), ("sealed_state", "credential"), ("digest",))
STATE_EXCLUSIONS: Exclusions = {"sealed_state": ("signature",), "digest": ("signature",)}
MOVE_ALTERNATIVES: Group = (("action",), ("moves",), ("notation",))
SINGLE_MOVE_ALTERNATIVES: Group = (("action",), ("notation",))
VERDICT_ALTERNATIVES: Group = (("action",), ("notation",), ("places",))


class RequestSchema(Schema):
    """Base of all request bodies. It rejects unknown fields.

    `alternatives` has groups; a body must have exactly one alternative of each group, with all of its fields. A partial
    body may lack some or all of them. `exclusions` has for a field the fields that may not stand beside it.
    """

    alternatives: ClassVar[tuple[Group, ...]] = ()
    exclusions: ClassVar[Exclusions] = {}
    is_partial: ClassVar[bool] = False

    class Meta:
        unknown = RAISE

    @validates_schema(skip_on_field_errors=True)
    def check_alternatives(self, data: Mapping[str, object], **_: object) -> None:
        """Check alternatives and exclusions. Raises ValidationError for the first one that does not match."""
        for group in self.alternatives:
            names = {name for alternative in group for name in alternative}
            present = frozenset(name for name in names if data.get(name) is not None)
            if present not in allowed_combinations(group, is_partial=self.is_partial):
                choices = " or ".join("+".join(alternative) for alternative in group)
                count = "at most" if self.is_partial else "exactly"
                raise ValidationError(f"Give {count} one of {choices}.")
        for name, excluded in self.exclusions.items():
            for other in excluded:
                if data.get(name) is not None and data.get(other) is not None:
                    raise ValidationError(f"Leave it out beside {name}.", other)


def allowed_combinations(group: Group, *, is_partial: bool) -> frozenset[frozenset[str]]:
    """Return the sets of fields of a group that a body may have."""
    if not is_partial:
        return frozenset(map(frozenset, group))
    subsets = chain.from_iterable(combinations(each, size) for each in group for size in range(len(each) + 1))
    return frozenset(map(frozenset, subsets))
