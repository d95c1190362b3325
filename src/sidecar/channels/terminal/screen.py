"""The bottom of the terminal: an input line that stays and a live region above it; everything else scrolls away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VerticalAlign, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import AfterInput, ConditionalProcessor
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from sidecar.channels.terminal.input_line import (
    CommandCompleter,
    CommandHint,
    KeyHandlers,
    PrivateHistory,
    make_key_bindings,
)

PROMPT = "› "
INDENT = "  "
NARROWEST_COLUMNS = 8

_STYLE = Style.from_dict(
    {
        "prompt": "ansicyan bold",
        "quiet": "dim",
        "completion-menu": "noinherit",
        "completion-menu.completion": "noinherit",
        "completion-menu.completion.current": "noinherit bold reverse",
        "completion-menu.meta.completion": "noinherit dim",
        "completion-menu.meta.completion.current": "noinherit dim",
        "scrollbar.background": "noinherit",
        "scrollbar.button": "noinherit",
    }
)


@dataclass(frozen=True, slots=True)
class ScreenContent:
    """What the screen shows around the input, called for each drawing."""

    live: Callable[[int, int], Sequence[str]]
    """ANSI lines above the input, for so many columns and at most so many lines."""
    foot: Callable[[], str]
    """One plain line under the input; may be empty."""
    placeholder: Callable[[], str]
    """Plain text in the empty input; may be empty."""


class Screen:
    """The input and what is printed above it. `print()` works before, during and after `run()`."""

    def __init__(
        self,
        keys: KeyHandlers,
        regions: ScreenContent,
        commands: Callable[[], Sequence[CommandHint]],
        history_file: Path,
    ) -> None:
        self._keys = keys
        self._regions = regions
        self._commands = commands
        self._history_file = history_file
        self._app: Application[None] | None = None
        self._pending: list[str] = []

    @property
    def output(self) -> Output:
        output = get_app_session().output
        if isinstance(output, Vt100_Output):
            # The cursor's position is not needed, and the terminal's answer may arrive late, as typed text.
            output.enable_cpr = False
        return output

    @property
    def columns(self) -> int:
        return self.output.get_size().columns

    def print(self, lines: Iterable[str]) -> None:
        """Print ANSI lines above the input."""
        self._pending += lines
        app = self._running()
        if app is None:
            self._flush()
        else:
            app.invalidate()  # they are written right before the next drawing, so that the input does not flicker

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self.output.bell()
        self.output.flush()

    def refresh(self) -> None:
        app = self._running()
        if app is not None:
            app.invalidate()

    def close(self) -> None:
        """Make `run()` return."""
        app = self._running()
        if app is not None and app.future is not None and not app.future.done():
            app.exit()

    async def run(self) -> None:
        """Show the input until `close()`, the end of the input or cancellation."""
        self._app = self._build()
        try:
            await self._app.run_async(set_exception_handler=False)
        except EOFError:
            pass
        finally:
            self._app = None
            self._flush()

    def _running(self) -> Application[None] | None:
        return self._app if self._app is not None and self._app.is_running else None

    def _flush(self, app: Application[None] | None = None) -> None:
        if not self._pending:
            return
        text = "".join(f"{line}\r\n" for line in self._pending)
        self._pending.clear()
        if app is not None:
            app.renderer.erase()
        self.output.write_raw(text)
        self.output.flush()

    def _build(self) -> Application[None]:
        output = self.output
        buffer = Buffer(
            completer=CommandCompleter(self._commands),
            complete_while_typing=True,
            history=PrivateHistory(self._history_file),
            multiline=True,
            accept_handler=self._accept,
        )
        return Application(
            layout=Layout(self._layout(buffer)),
            style=_STYLE,
            key_bindings=make_key_bindings(buffer, self._keys),
            erase_when_done=True,
            output=output,
            color_depth=ColorDepth.from_env(),  # NO_COLOR
            before_render=self._flush,
        )

    def _accept(self, buffer: Buffer) -> bool:
        self._keys.submit(buffer.text)
        return False  # do not keep the text

    def _layout(self, buffer: Buffer) -> HSplit:
        empty = Condition(lambda: not buffer.text)
        placeholder = ConditionalProcessor(AfterInput(self._placeholder), empty)
        foot = Window(FormattedTextControl(self._foot), height=1, style="class:quiet", dont_extend_height=True)
        return HSplit(
            [
                Window(FormattedTextControl(self._live), dont_extend_height=True, wrap_lines=False),
                Window(
                    BufferControl(buffer, input_processors=[placeholder]),
                    get_line_prefix=_prefix,
                    wrap_lines=True,
                    dont_extend_height=True,
                    height=lambda: Dimension(min=1, max=max(1, self._rows() // 2)),
                ),
                CompletionsMenu(max_height=6),
                ConditionalContainer(foot, Condition(lambda: bool(self._regions.foot()))),
            ],
            align=VerticalAlign.TOP,
        )

    def _rows(self) -> int:
        return self.output.get_size().rows

    def _live(self) -> StyleAndTextTuples:
        lines = self._regions.live(self.columns, max(1, self._rows() // 2 - 1))
        return to_formatted_text(ANSI("\n".join(lines)))

    def _foot(self) -> StyleAndTextTuples:
        return [("", INDENT + self._regions.foot())]

    def _placeholder(self) -> StyleAndTextTuples:
        return [("class:quiet", self._regions.placeholder())]


def _prefix(line: int, wrap: int) -> StyleAndTextTuples:
    return [("class:prompt", PROMPT if line == wrap == 0 else INDENT)]
