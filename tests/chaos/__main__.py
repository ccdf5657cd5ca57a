"""The command of `make chaos`: all faults, or the two-minute subset with `--quick`. Exit code 1 if a promise broke."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.campaign import run_campaign
from tests.chaos.faults import FAULTS

HOLD_SECONDS = 20.0
QUICK_SECONDS = 5.0


def main() -> int:
    """Run the campaign and print every broken promise. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--quick", action="store_true", help="only the two-minute subset")
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--seconds", type=float, default=None, help="how long each fault lasts")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else None
    faults = [each for each in FAULTS if (each.name in names if names else each.is_quick or not options.quick)]
    seconds = options.seconds or (QUICK_SECONDS if options.quick else HOLD_SECONDS)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the processes of the service end in any case
    with tempfile.TemporaryDirectory(prefix="referee-chaos-") as folder:
        outcomes = asyncio.run(run_campaign(Path(folder), faults, seconds, patience=1.0))
    breaches = [f"{outcome.name}: {breach}" for outcome in outcomes for breach in outcome.breaches]
    print(*breaches or ["every promise of docs/reliability.md held"], sep="\n")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
