"""`sidecar ask`: one question, one answer, for people in a hurry and for scripts."""

from __future__ import annotations

import secrets
import sys

import click

from sidecar.channels.ask import DESCRIPTION
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.cli.answer_printer import AnswerPrinter
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.output import print_json, tell
from sidecar.cli.signals import run_until_stopped
from sidecar.cli.standard_input import decode_argument, read_standard_input
from sidecar.domain.message import IncomingMessage
from sidecar.domain.person import LANGUAGES, OWNER, Language
from sidecar.domain.turn import Ending
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock

FAILED, MISCONFIGURED, INTERRUPTED = 1, 2, 130


@click.command(
    help=say("Ask one thing and print the answer. Without TEXT, read standard input."),
    epilog=say('Example: sidecar ask --json "how much is 12 * 7?"'),
)
@click.argument("text", nargs=-1, metavar="[TEXT]...")
@click.option("--new", is_flag=True, help=say("in a new conversation, without what was said before"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=say("the language of the answer"))
@click.option(
    "--json", "as_json", is_flag=True, help=say("one JSON object with the answer, the tools used and the cost")
)
@click.pass_obj
def ask(verbose: bool, text: tuple[str, ...], new: bool, lang: Language | None, as_json: bool) -> int:
    words = decode_argument(" ".join(text)).strip()
    if not words or words == "-":
        words = read_standard_input().strip()
    if not words:
        raise ConfigError("There's nothing to ask.", hint='Write it after the command: sidecar ask "hello".')

    from sidecar.cli.answer import Question, answer  # needs `sidecar.app`

    home = Home.locate()
    ensure_home(home, ask=False)
    message = IncomingMessage(
        id=secrets.token_hex(8),
        channel=DESCRIPTION.name,
        person=OWNER,
        text=words,
        received_at=SystemClock().now(),
        answer_in=lang,
    )
    printer = AnswerPrinter(live=not as_json and sys.stdout is not None and sys.stdout.isatty())  # pyright: ignore[reportUnnecessaryComparison]
    answering = answer(home, Question(message, new_conversation=new), printer.show, verbose=verbose)
    found = run_until_stopped(printer.while_waiting(answering))
    if as_json:
        print_json(found.to_json())
    elif found.ending == Ending.FAILED:
        tell(strip_markdown(found.text))
    else:
        printer.finish(found.text)
    if found.aside:
        tell(f"({found.aside})")
    if found.error_code == ConfigError.code:
        return MISCONFIGURED
    return INTERRUPTED if found.cancelled else FAILED if found.failed else 0
