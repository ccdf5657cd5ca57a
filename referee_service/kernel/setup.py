"""Set-up errors: why a match cannot be set up, as a sentence of the kernel in both languages."""

from __future__ import annotations

from referee_service.kernel.catalogue import reason_text
from referee_service.kernel.rules import Fact, make_reason


class SetupError(ValueError):
    """Raised if a match cannot be set up with these seats, options or content. `reason` says why.

    Its name is one of `reasons` in `kernel/texts.yaml`. Its text is the English sentence.
    """

    def __init__(self, name: str, /, **facts: Fact) -> None:
        self.reason = make_reason(name, **facts)
        super().__init__(reason_text(self.reason, "en"))


class UnknownPack(SetupError, LookupError):
    """Raised if no pack has this name. `packs` has the ids of all packs."""

    def __init__(self, pack: str, packs: tuple[str, ...]) -> None:
        super().__init__("setup_pack", pack=pack, packs=", ".join(packs))
        self.pack, self.packs = pack, packs


def check_first_player(seat: int | None, seats: int) -> None:
    """Raise SetupError if the option `first_player` names no seat. None leaves the choice to chance."""
    if seat is not None and seat not in range(seats):
        raise SetupError("setup_seat", option="first_player", last=seats - 1)
