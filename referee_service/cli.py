"""The `referee` command: play a game in the terminal, check records, read the rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from referee_service.games import GAMES
from referee_service.kernel import play
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import CodecError, Match, Move, Record, notation, parse, parse_record, record_text
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Language, Refusal
from referee_service.kernel.state import Action, Event
from referee_service.kernel.telling import label, narration, prompt

HELP: dict[Language, str] = {
    "en": "a number plays that move; `why MOVE` asks the referee; also: list, table, score, undo, save FILE, quit",
    "fr": "un numéro joue ce coup ; `why COUP` interroge l'arbitre ; aussi : list, table, score, undo, save NOM, quit",
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all went well."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee", description="A rules backend for board games.")
    commands = parser.add_subparsers(required=True)
    table = commands.add_parser("play", help="play a game in the terminal, all seats at one keyboard")
    table.set_defaults(run=_play)
    table.add_argument("game", choices=GAMES)
    table.add_argument("--seats", type=int, default=2)
    table.add_argument("--seed", default="table")
    table.add_argument("--lang", choices=("en", "fr"), default="en")
    table.add_argument("--options", default="{}", help='options of the game as JSON, e.g. \'{"boards": "random"}\'')
    check = commands.add_parser("check", help="check records: exit code 1 and the ruling at the first illegal move")
    check.set_defaults(run=_check)
    check.add_argument("files", nargs="+", type=Path)
    check.add_argument("--lang", choices=("en", "fr"), default="en")
    rules = commands.add_parser("rules", help="the rule catalogue of a game")
    rules.set_defaults(run=_rules)
    rules.add_argument("game", choices=GAMES)
    rules.add_argument("--lang", choices=("en", "fr"), default="en")
    commands.add_parser("games", help="the games that can be played").set_defaults(run=_games)
    return parser


def _games(options: argparse.Namespace) -> int:
    for game in GAMES.values():
        title = game.catalogue().title
        print(
            f"{game.name}: {title.en} / {title.fr}, {min(game.seats)}-{max(game.seats)} seats, ruleset {game.ruleset}"
        )
    return 0


def _rules(options: argparse.Namespace) -> int:
    for name, rule in GAMES[options.game].catalogue().rules.items():
        print(f"{name}: {rule.title[options.lang]}\n    {rule.says[options.lang]}  [{rule.source}]")
    return 0


# --- check ----------------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    results = [_check_one(path, options.lang) for path in options.files]
    return 0 if all(results) else 1


def _check_one(path: Path, language: Language) -> bool:
    try:
        record = parse_record(path.read_text())
        game = GAMES[record.game]
        match = play.replay(game, record)
    except (OSError, UnicodeDecodeError, CodecError, KeyError) as error:
        print(f"{path}: cannot be read: {error}")
        return False
    except play.Diverged as error:
        print(f"{path}: {error}")
        for line in _rulings(game, error.refusals, language):
            print(f"    {line}")
        return False
    outcome = game.result(match.board)
    print(f"{path}: {len(record.moves)} moves are legal" + (f"; scores {outcome.scores}" if outcome else ""))
    return True


def _rulings(game: AnyGame, refusals: tuple[Refusal, ...], language: Language) -> Iterator[str]:
    for refusal in refusals:
        ruling = game.catalogue().ruling(refusal, language)
        yield f"{ruling.message}  ({ruling.rule}: {ruling.title} [{ruling.source}])"


# --- play -----------------------------------------------------------------------------------------------------------


def _play(options: argparse.Namespace) -> int:
    game = GAMES[options.game]
    try:
        chosen = msgspec.json.decode(options.options, type=game.options)
        match = play.start(game, seats=options.seats, options=chosen, chance=Chance("seeded", options.seed))
    except (ValueError, LookupError, msgspec.DecodeError) as error:
        print(f"This game cannot be set up: {error}", file=sys.stderr)
        return 2
    Table(game, match, play.new_record(game, match, seats=options.seats, options=chosen), options.lang).run()
    return 0


class Table:
    """One match at one keyboard: shows, asks, plays, and takes back."""

    def __init__(self, game: AnyGame, match: Match, record: Record, language: Language) -> None:
        self.game, self.record, self.language = game, record, language
        self.catalogue = game.catalogue()
        self.matches: list[Match] = []
        self.moves: list[int] = []
        first = play.settle(game, match)
        self._advance(first.match, first.played, first.events)

    @property
    def match(self) -> Match:
        return self.matches[-1]

    def run(self) -> None:
        """Ask until the game is over or nobody answers."""
        self._show()
        print(HELP[self.language])
        while (turn := self.game.turn(self.match.board)) is not None:
            legal = play.legal_actions(self.game, self.match.board)
            print(f"\n[{turn.seat}] {prompt(self.catalogue, turn, self.language)}")
            self._list(legal)
            try:
                answer = input("> ").strip()
            except EOFError:
                return
            if answer in ("quit", "q"):
                return
            self._answer(answer, legal)
        self._score()

    def _show(self) -> None:
        """The table as the seat to move sees it."""
        turn = self.game.turn(self.match.board)
        seat = turn.seat if turn and isinstance(turn.seat, int) else None
        print(self.game.describe(self.game.view(self.match.board, seat), self.catalogue, self.language))

    def _list(self, legal: list[Action]) -> None:
        for number, action in enumerate(legal, start=1):
            print(f"{number:4}  {label(self.catalogue, action, self.language):<60} {notation(action)}")

    def _answer(self, answer: str, legal: list[Action]) -> None:
        word, _, rest = answer.partition(" ")
        if answer.isdigit() and 1 <= int(answer) <= len(legal):
            self._move(legal[int(answer) - 1])
        elif word == "table":
            self._show()
        elif word == "score":
            self._score()
        elif word == "undo" and len(self.matches) > 1:
            self.matches.pop()
            self.record = msgspec.structs.replace(self.record, moves=self.record.moves[: self.moves.pop()])
        elif word == "save" and rest:
            Path(rest).write_text(record_text(self.record))
        elif word == "why" or word in self.game.verbs:
            self._written(rest if word == "why" else answer, play_it=word != "why")
        elif word not in ("", "list"):
            print(HELP[self.language])

    def _written(self, line: str, *, play_it: bool) -> None:
        """A move in notation: played, or only judged."""
        try:
            action = parse(self.game, line)
        except CodecError as error:
            print(error)
            return
        turn = self.game.turn(self.match.board)
        assert turn is not None
        refusals = play.judge(self.game, self.match.board, turn.seat, action)
        for ruling in _rulings(self.game, refusals, self.language):
            print(f"  ✗ {ruling}")
        if refusals:
            near = play.nearest(self.game, self.match.board, turn.seat, action)
            print("  → " + "; ".join(notation(each) for each in near))
        elif play_it:
            self._move(action)
        else:
            print("  ✓")

    def _move(self, action: Action) -> None:
        turn = self.game.turn(self.match.board)
        assert turn is not None
        step = play.move(self.game, self.match, turn.seat, action)
        chance = play.settle(self.game, step.match)
        self._advance(chance.match, step.played + chance.played, step.events + chance.events)

    def _advance(self, match: Match, played: tuple[Move, ...], events: tuple[Event, ...]) -> None:
        if self.matches:
            self.moves.append(len(self.record.moves))
        self.matches.append(match)
        self.record = msgspec.structs.replace(self.record, moves=self.record.moves + played)
        for event in events:
            print("  " + narration(self.catalogue, event, self.language))

    def _score(self) -> None:
        for seat, lines in enumerate(self.match.board.points):
            print(f"[{seat}] {sum(line.points for line in lines)}")
            for line in lines:
                print(f"     {line.points:4}  {self.catalogue.rules[line.rule].title[self.language]} ({line.rule})")
        outcome = self.game.result(self.match.board)
        if outcome:
            print(f"→ {', '.join(map(str, outcome.winners))}")


if __name__ == "__main__":
    sys.exit(main())
