"""`referee play`: one match at one keyboard."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from referee_service.cli.records import rulings
from referee_service.games import GAMES
from referee_service.kernel import play
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import CodecError, Match, Move, Record, notation, parse, record_text
from referee_service.kernel.game import AnyGame
from referee_service.kernel.ruling import Language
from referee_service.kernel.state import Action, Event
from referee_service.kernel.telling import label, narration, prompt

HELP: dict[Language, str] = {
    "en": "a number plays that move; `why MOVE` asks the referee; also: list, table, score, undo, save FILE, quit",
    "fr": "un numéro joue ce coup ; `why COUP` interroge l'arbitre ; aussi : list, table, score, undo, save NOM, quit",
}


def play_game(options: argparse.Namespace) -> int:
    """Set a match up and sit down at it."""
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
        for ruling in rulings(self.game, refusals, self.language):
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
