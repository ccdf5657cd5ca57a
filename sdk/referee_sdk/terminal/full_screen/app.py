"""Full screen of a table: what its keys and the input line do."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList

from referee_sdk.chat import Message, Table
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.chat.phrases import command_in
from referee_sdk.terminal.candidates import Candidate, Completion, best_candidate
from referee_sdk.terminal.full_screen.match_end import farewell
from referee_sdk.terminal.full_screen.view import TableView
from referee_sdk.terminal.texts import COMMAND_WORDS


class FullScreen(TableView):
    """Table on a full screen. `run` plays until the user quits; `goodbye` has the lines to print after it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", priority=True, show=False, system=True),
        Binding("f1", "help", show=False),
        Binding("f2", "enlarge('board')", show=False),
        Binding("f3", "enlarge('log')", show=False),
        Binding("f4", "enlarge('choice')", show=False),
        Binding("escape", "close", show=False),
        Binding("pageup", "scroll_page(-1)", show=False),
        Binding("pagedown", "scroll_page(1)", show=False),
        Binding("ctrl+up", "scroll_log(-1)", show=False),
        Binding("ctrl+down", "scroll_log(1)", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.completion = Completion(self.keyboard)

    @property
    def goodbye(self) -> list[str]:
        """Lines to print after the screen is closed."""
        return farewell(self.keyboard, self.calls.saved, self.final)

    # --- keys ---------------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panes for the size, and draw the board again."""
        self.arrangement.size = event.size
        if not self.arrangement.enlarged:
            self.forget_news()
        self.arrange()

    def on_key(self, event: events.Key) -> None:
        """Type in the input line, wherever the keys go."""
        if event.is_printable and self.focused is not self.line and not self.is_handed_over:
            self.line.focus()
            self.line.insert_text_at_cursor(event.character or "")
            event.stop()

    def on_input_line_left(self) -> None:
        """Go from the input line to the list."""
        if self.choice_pane.choices.option_count:
            self.choice_pane.choices.focus()

    def on_descendant_focus(self) -> None:
        """Show the keys of the pane that has them."""
        self.show_status()

    def action_close(self) -> None:
        """Show all panes and moves again, and go to the input line."""
        self.enlarge("")
        self.line.value = ""
        self.line.focus()
        if self.menu.is_part and not self.calls.is_busy:
            user = self.keyboard.user
            self.calls.call_later(lambda: self.table.answers.moves(user), self.receive)

    def action_enlarge(self, pane: str) -> None:
        """Give a pane the whole screen, or if it has it show all panes."""
        self.enlarge("" if self.arrangement.enlarged == pane else pane)

    def action_scroll_page(self, pages: int) -> None:
        """Scroll the board, or the log while it has more room."""
        scroll = (self.log_pane if self.arrangement.enlarged in ("log", "answer") else self.board).scroll
        scroll.scroll_relative(y=pages * max(scroll.size.height - 1, 1), animate=False, immediate=True)

    def action_scroll_log(self, lines: int) -> None:
        """Scroll the log by a line."""
        self.log_pane.scroll.scroll_relative(y=lines, animate=False, immediate=True)

    def action_help(self) -> None:
        """Show the keys and the commands of the table."""
        self._send(COMMAND_WORDS[self.keyboard.language][0])

    async def action_quit(self) -> None:
        """Leave at once, also while a bot searches."""
        self.exit()

    # --- what the user sends ------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def filter_choices(self, event: Input.Changed) -> None:
        """Show only what fits the half-written line."""
        text = event.value
        if not text.strip():
            self.line.take("", ())
            self.show_menu()
        elif text != self.line.completion and not self.calls.is_busy:
            self.calls.call_later(
                lambda: self.completion.candidates(text), lambda found: self._show_candidates(text, found)
            )

    def _show_candidates(self, text: str, found: list[Candidate]) -> None:
        if self.line.value != text or text == self.line.completion or self.is_handed_over:
            return
        self.line.take(text, found)
        if found:
            title = self.texts["matches"].format(text=text.strip(), count=len(found))
        else:
            title = self.texts["nothing fits"].format(text=text.strip())
        self.choice_pane.show_part(escape_markdown(title), found)

    @on(Input.Submitted)
    def submit_line(self, event: Input.Submitted) -> None:
        """Send the line, or go back from an enlarged pane if it is empty."""
        text = event.value.strip()
        if not text:
            self.action_close()
            return
        candidate = best_candidate(text, self.line.current_candidates)
        shown = self.menu.numbered_line(text) if candidate is None else candidate.line
        if self._send(text if candidate is None else candidate.text, shown=shown):
            self.line.remember(text)
            self.line.value = ""

    @on(OptionList.OptionSelected)
    def submit_choice(self) -> None:
        """Send the chosen line of the list; a command that takes more words goes to the input line."""
        candidate = self.choice_pane.choices.chosen
        if candidate is None:
            return
        self.line.focus()
        if not candidate.is_whole:
            self.line.write(candidate.text)
        elif self._send(candidate.text, shown=candidate.line):
            self.line.value = ""

    def _send(self, text: str, *, shown: str = "") -> bool:
        """Send a text to the table. Return False if it is busy, so that the text stays in the line."""
        if self.keyboard.is_quit(text):
            self.exit()
            return True
        if self.calls.is_busy or self.is_handed_over:
            self.progress = self.texts["busy"]
            return False
        secret_to = self.keyboard.user if len(self.table.users) > 1 else None
        self.new_entry = self.log_pane.add([Message(escape_markdown(f"› {shown or text}"), secret_to)], style="echo")
        self.enlarge("board" if command_in(text) == "table" else "")
        if command_in(text) == "help":
            self.log_pane.add([Message(self.texts["help"])])
        file, columns = self.keyboard.save_command(text), self.board.columns
        if file is not None:
            self.calls.call(lambda: [Message(self.keyboard.save(file))], self.receive)
        else:
            self.calls.call(lambda: self.keyboard.say(text, columns), self.receive)
        return True
