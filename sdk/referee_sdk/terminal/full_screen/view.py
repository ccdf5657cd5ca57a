"""View of a table on the full screen: its panes, and what it shows of the messages of the table."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Static

from referee_sdk.bots import Job
from referee_sdk.chat import Message, Table
from referee_sdk.chat.error_texts import error_text
from referee_sdk.chat.messages import escape_markdown
from referee_sdk.terminal.full_screen.hand_over import HandOver
from referee_sdk.terminal.full_screen.input_line import InputLine
from referee_sdk.terminal.full_screen.match_end import end_candidates
from referee_sdk.terminal.full_screen.menu import Menu
from referee_sdk.terminal.full_screen.panes import BoardPane, ChoicePane, Entry, LogPane
from referee_sdk.terminal.full_screen.room_watch import RoomChanged, RoomWatch
from referee_sdk.terminal.full_screen.style import CSS, Layout
from referee_sdk.terminal.full_screen.table_calls import TableCalls
from referee_sdk.terminal.full_screen.table_thread import Done
from referee_sdk.terminal.keyboard import Keyboard
from referee_sdk.terminal.markdown import is_board

SPINNER = "|/-\\"


class TableView(App[None]):
    """Panes of one table, and the messages that the table sends to them."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, table: Table) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.table = table
        self.keyboard = Keyboard(table, page=0)
        self.texts = self.keyboard.texts
        self.calls = TableCalls(self, self.keyboard, self._show_move)
        self.board = BoardPane("board", self.texts["board"])
        self.log_pane = LogPane("log", self.texts["log"])
        self.choice_pane = ChoicePane("choice", self.texts["moves"])
        self.line = InputLine(self.texts["prompt"])
        self.user_label, self.status = Static(id="user", markup=False), Static(id="status", markup=False)
        self.menu = Menu(self.texts["opens"])
        self.arrangement = Layout()
        self.final: list[Message] = []
        self.new_entry: Entry | None = None
        self._news: tuple[Entry | None, bool] = None, False
        self._position: object = None
        self._received: object = None
        self.progress = ""
        self._ticks = 0

    def compose(self) -> ComposeResult:
        """Show the panes, the input line and the status line."""
        with Container(id="panes"):
            yield self.board
            with Vertical(id="side"):
                yield self.log_pane
                yield self.choice_pane
        with Horizontal(id="line"):
            yield self.user_label
            yield self.line
        yield self.status

    def on_mount(self) -> None:
        """Start the table."""
        self.line.focus()
        self.set_interval(0.2, self._tick)
        self.table.on_bot_progress = self._note_progress
        self.calls.start()
        if self.table.room is not None:
            self.table.room.stay_present()
            RoomWatch(self.table, self).start()
        self.show_menu()
        self.call_after_refresh(self.calls.call, self.table.begin, self.receive)

    @property
    def is_handed_over(self) -> bool:
        """Whether the screen waits for the next user."""
        return isinstance(self.screen_stack[-1], HandOver)

    # --- arrangement --------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Place the panes."""
        self.arrangement.apply(self.screen_stack[0], self.choice_pane.choices)
        self.show_status()

    def on_board_scroll_resized(self) -> None:
        """Draw the board with lines of the new width."""
        self._draw_board()

    def on_log_scroll_changed(self) -> None:
        """Keep what is new in the log in view."""
        self._scroll_log()

    def enlarge(self, pane: str) -> None:
        """Give a pane more room, or with an empty name show all panes. The log shows its end."""
        self.forget_news()
        self.arrangement.enlarged = pane
        self.arrange()

    def forget_news(self) -> None:
        """Let the log show its end from now on."""
        self._news = None, False

    # --- what the table sends -----------------------------------------------------------------------------------------

    def on_done(self, done: Done) -> None:
        """Take the result of a call. An error of the service becomes a message."""
        self.calls.note_done(done.call)
        if not self.screen_stack:  # the screen is closed
            return
        if not self.calls.is_busy:
            self.progress = ""
        if done.error is None:
            done.call.finish(done.result)
        elif not done.call.is_background:
            reason = error_text(done.error, self.keyboard.language)
            self.receive([Message(self.texts["service failed"].format(reason=reason))])
        self.show_status()

    def on_room_changed(self, _: RoomChanged) -> None:
        """Look at the room. Without news the list stays as it is."""
        self.calls.call_later(self.table.refresh, self._receive_news)

    def _receive_news(self, messages: Sequence[Message]) -> None:
        if messages:
            self.receive(messages)
            return
        if self.keyboard.is_waiting:
            self.show_menu()
        self._draw_board()

    def receive(self, messages: Sequence[Message]) -> None:
        """Show messages one after the other. The next user gets the keyboard before secrets are shown."""
        is_over = self.table.match.is_over
        self.final = (self.final or list(messages[-1:])) if is_over else []  # the score comes with the end
        for place, message in enumerate(messages):
            if message.to is not None and self.keyboard.is_for_other(message):
                self._hand_over(message.to, messages[place:])
                return
            if is_over and message is messages[-1]:
                self.new_entry = None  # the score is shown from its top
            self._show(message)
        if self.keyboard.next_holder is not None:
            self._hand_over(self.keyboard.next_holder, [message for message in messages if message.choices])
            return
        position = self._current_position()
        self._news = self.new_entry, self._received == position or is_over
        self._received, self.new_entry = position, None
        self._update_menu()
        self._draw_board()
        self.call_after_refresh(self._scroll_log)

    def _show(self, message: Message) -> None:
        self.keyboard.note_shown(message)
        if is_board(message.text):
            self.board.show(message.text)
            return
        if message.choices:
            self.menu.take(message)
            return
        entry = self.log_pane.add([message])
        self.new_entry = self.new_entry or entry
        for attachment in message.attachments:
            self.log_pane.add([Message(escape_markdown(self.keyboard.write_picture(attachment)), message.to)])

    def _scroll_log(self) -> None:
        """Show new entries. A long answer gets the room of the board until the next key that goes back."""
        entry, is_answer = self._news
        if is_answer and self.log_pane.is_cut(entry) and not self.arrangement.enlarged:
            self.arrangement.enlarged = "answer"
            self.arrange()
            self.call_after_refresh(self.log_pane.show_from, entry)
        elif is_answer and entry is not None:
            self.log_pane.show_from(entry)
        else:
            self.log_pane.show_end()

    def _hand_over(self, user: str, rest: Sequence[Message]) -> None:
        """Remove the secrets of the former user, and show the rest once the next user has the keyboard."""
        self.log_pane.hide_from(user)
        self.forget_news()
        self.board.show("")
        self.board.scroll.scroll_home(animate=False, immediate=True)
        self.menu = Menu("")
        self.line.forget()
        self.progress = ""
        self.show_menu()

        def begin(_: None) -> None:
            self.keyboard.hand_over(user)
            self._position = self._received = None
            self.receive(rest)

        self.push_screen(HandOver(user, self.keyboard.language), begin)

    def _current_position(self) -> object:
        match = self.table.match
        return match.decision_count, match.seat, match.is_over, self.keyboard.user

    def _draw_board(self) -> None:
        """Draw the board if the position, a name in the room or the width of its pane has changed."""
        names = self.table.room.names(self.keyboard.language) if self.table.room is not None else ()
        position, columns = (self._current_position(), *names), self.board.columns
        if columns > 0 and not self.is_handed_over and (position, columns) != (self._position, self.calls.columns):
            self._position, self.calls.columns = position, columns
            self.calls.call_later(lambda: self.keyboard.board(columns), self._show_board)

    def _show_board(self, messages: list[Message]) -> None:
        """Show a board, unless it has the secrets of another user than the holder."""
        for message in messages:
            if not self.keyboard.is_for_other(message) and not self.is_handed_over:
                self.keyboard.note_shown(message)
                self.board.show(message.text)

    def _show_move(self, messages: list[Message]) -> None:
        """Show the board after a move, while bots play. The moves of before are over."""
        self._show_board(messages)
        self.menu.replace(self.texts["bots"], ())
        self.choice_pane.show_part(self.menu.question, ())

    def _update_menu(self) -> None:
        """Show the menu of the table, or what can be done when it has none."""
        if self.table.match.is_over:
            self.menu.replace(self.texts["over"], end_candidates(self.keyboard))
        elif self.keyboard.is_waiting:
            self.menu.replace(self.keyboard.waiting_text(), ())
        self.show_menu()

    def show_menu(self) -> None:
        """Show the menu that was received last: while the table is called, the match may be further."""
        self.choice_pane.show(self.menu.question, self.menu.candidates)
        user = "" if self.is_handed_over else self.keyboard.user
        self.user_label.update(f"{user}> ")

    # --- status -------------------------------------------------------------------------------------------------------

    def _note_progress(self, user: str, job: Job) -> None:
        """Keep the progress of a search, on the thread of the table. The next tick shows it."""
        self.progress = self.keyboard.progress_text(user, job)

    def _tick(self) -> None:
        if self.calls.is_busy:
            self._ticks += 1
            self.show_status()

    def show_status(self) -> None:
        """Show the progress of a call, else the keys that work now."""
        is_busy = self.calls.is_busy
        self.status.set_class(is_busy, "is-busy")
        if is_busy and self._ticks:
            self.status.update(f"{SPINNER[self._ticks % 4]} {self.progress or self.texts['thinks']}")
            return
        self._ticks = 0
        key = "list keys" if self.focused is self.choice_pane.choices else self.arrangement.keys
        self.status.update(self.texts["all moves" if self.menu.is_part and key.startswith("keys") else key])
