"""`sidecar`: its commands by name, each loaded when it is used, and the error boundary."""

from __future__ import annotations

import importlib
import io
import os
import traceback
from collections.abc import Sequence

import click

from sidecar.cli.arguments import move_globals_first
from sidecar.cli.line_wrap import terminal_columns
from sidecar.cli.locale import say
from sidecar.cli.output import close_outputs, fail, tell, use_utf8, wants_json
from sidecar.errors import ConfigError, SidecarError
from sidecar.home import Home
from sidecar.i18n.program_name import program_name
from sidecar.language.closest_name import find_closest_name

_WIDEST_HELP, _NARROWEST_HELP = 100, 30
_AS_IT_IS = "\b\n"
"""Tells click to leave a paragraph's lines alone."""
_COMMANDS = {
    "ask": ("sidecar.cli.ask:ask", say("ask one thing and print the answer")),
    "audit": ("sidecar.cli.audit:audit", say("show what Sidecar did or changed, and who asked for it")),
    "chat": ("sidecar.cli.chat:chat", say("open the conversation (also without any command)")),
    "completion": ("sidecar.cli.completion:completion", say("print the completion script for a shell")),
    "config": ("sidecar.cli.config:config", say("show, check and change the settings")),
    "cost": ("sidecar.cli.cost:cost", say("show what the models have cost")),
    "dates": (
        "sidecar.cli.dates:dates",
        say("understand dates written in words: a moment, something that repeats, or what's missing"),
    ),
    "doctor": ("sidecar.cli.doctor:doctor", say("check everything, say what's wrong, fix what's safe")),
    "logs": ("sidecar.cli.logs:logs", say("show what happened, event by event")),
    "memory": ("sidecar.cli.memory:memory", say("show, add, search and forget what I remember")),
    "models": ("sidecar.cli.models:models", say("list and download models that run on this computer")),
    "permissions": ("sidecar.cli.permissions:permissions", say("show what I may do, and your standing answers")),
    "reminders": ("sidecar.cli.reminders:reminders", say("set, list, change and cancel reminders")),
    "route": ("sidecar.cli.route:route", say("show how I understand a message without a model")),
    "setup": ("sidecar.cli.setup.command:setup", say("find a model, test it and keep its key")),
    "status": ("sidecar.cli.status:status", say("show how things stand: model, messages, costs")),
    "trace": ("sidecar.cli.trace:trace", say("show what happened in one turn, step by step")),
}


_OTHER_NAMES = {
    "ask": ("preguntar", "pregunta", "decir", "say"),
    "audit": ("auditoria", "acciones", "actions"),
    "chat": ("charla", "charlar", "hablar", "conversar", "talk", "start", "run"),
    "completion": ("autocompletar", "completar"),
    "config": ("configuracion", "ajustes", "opciones", "settings"),
    "cost": ("costo", "costos", "gasto", "gastos", "costs"),
    "dates": ("fecha", "fechas", "date"),
    "doctor": ("medico", "diagnostico", "revisar", "check"),
    "logs": ("registro", "registros", "eventos", "log"),
    "memory": ("memoria", "recuerdos", "facts", "remember", "forget", "olvidar"),
    "models": ("modelo", "modelos", "model"),
    "permissions": ("permisos", "permiso", "permission", "allow"),
    "reminders": ("recordatorio", "recordatorios", "recordar", "reminder", "remind"),
    "route": ("ruta", "intencion", "intent"),
    "setup": ("configurar", "instalar", "install", "init"),
    "status": ("estado",),
    "trace": ("traza", "pasos"),
    "--help": ("ayuda", "help", "?"),
    "--version": ("version",),
}
"""What people try in two languages, without accents."""


def _help_columns() -> int:
    """Return the width of help texts. click itself never goes below 50, wider than a telephone's screen."""
    return max(min(terminal_columns(), _WIDEST_HELP) - 1, _NARROWEST_HELP)


class LazyGroup(click.Group):
    """Knows its commands' names and summaries without importing them: `--help` must be quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _load_command(cmd_name) if cmd_name in _COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(name, summary) for name, (_, summary) in _COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise _with_suggestion(error, args) from None


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    options_metavar=say("[OPTIONS]"),
    subcommand_metavar=say("[COMMAND] [ARGS]..."),
    context_settings={"help_option_names": ["-h", "--help"], "terminal_width": _help_columns()},
    help=say("Sidecar, a companion that lives on your computer. Without a command, it opens the conversation."),
    epilog=say('Example: sidecar ask "what time is it in Tokyo?"'),
)
@click.option("--home", metavar=say("FOLDER"), help=say("the data folder, instead of SIDECAR_HOME or the default"))
@click.option("-v", "--verbose", is_flag=True, help=say("show events on standard error as they happen"))
@click.version_option(package_name="sidecar-companion", message="%(version)s", help=say("show the version"))
@click.pass_context
def cli(context: click.Context, home: str | None, verbose: bool) -> None:
    if home:
        os.environ["SIDECAR_HOME"] = str(Home.locate(home).path)  # for every reader, and for child processes
    context.obj = verbose
    if context.invoked_subcommand is None:
        context.invoke(_load_command("chat"))


class Interrupted(SidecarError):
    """Ctrl-C, or the system that shuts down."""

    code = "interrupted"


def run(arguments: Sequence[str]) -> int:
    """Run the command line. Returns the exit code: 0 done, 1 failed, 2 usage or settings, 3 refused, 130
    interrupted."""
    os.umask(0o077)  # files are private to the person
    use_utf8()
    try:
        return _run(arguments, as_json=wants_json(arguments))
    finally:
        close_outputs()


def _run(arguments: Sequence[str], *, as_json: bool) -> int:
    try:
        words = move_globals_first(arguments)
        return cli.main(words, program_name(), complete_var="_SIDECAR_COMPLETE", standalone_mode=False) or 0
    except click.exceptions.Exit as end:
        return end.exit_code
    except (click.Abort, KeyboardInterrupt):
        return fail(Interrupted("Interrupted."), 130, as_json=True) if as_json else 130
    except click.ClickException as error:
        if as_json:
            return fail(ConfigError("{message}", message=error.format_message()), 2, as_json=True)
        shown = io.StringIO()
        error.show(shown)
        tell(shown.getvalue().rstrip())
        return error.exit_code
    except SidecarError as error:
        return fail(error, 2 if isinstance(error, ConfigError) else 1, as_json=as_json)
    except BrokenPipeError:
        return 1
    except Exception as error:  # the last error boundary: report a bug in one line
        if "-v" in arguments or "--verbose" in arguments:
            traceback.print_exc()
        bug = SidecarError(
            "Something went wrong inside Sidecar: {error}.",
            hint="`sidecar -v ...` shows the details.",
            error=f"{type(error).__name__}: {error}",
        )
        return fail(bug, 1, as_json=as_json)


def _load_command(name: str) -> click.Command:
    module, _, attribute = _COMMANDS[name][0].partition(":")
    return _translate_usage(getattr(importlib.import_module(module), attribute))


def _translate_usage(command: click.Command) -> click.Command:
    """Translate the placeholders of a command's usage line, which click leaves in English; keep its summary whole and
    its example ready to be copied."""
    command.options_metavar = say("[OPTIONS]")
    command.short_help = command.short_help or command.help  # else click truncates it
    if command.epilog and not command.epilog.startswith(_AS_IT_IS):
        command.epilog = _AS_IT_IS + command.epilog
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("COMMAND [ARGS]...")
        for inner in command.commands.values():
            _translate_usage(inner)
    return command


def _with_suggestion(error: click.UsageError, words: Sequence[str]) -> click.UsageError:
    if closest := _command_like(words[0]):
        text = say("There's no command {name}. Did you mean {closest}?", name=words[0], closest=closest)
    else:
        text = say(
            "There's no command {name}. `sidecar --help` lists them. To say something to Sidecar: {command}",
            name=words[0],
            command=f'`sidecar ask "{" ".join(words)}"`',
        )
    return click.UsageError(text, error.ctx)


def _command_like(name: str) -> str:
    """Return the command that was probably meant; "" when none is close."""
    names = {other: command for command, others in _OTHER_NAMES.items() for other in (command, *others)}
    closest = find_closest_name(name, names)
    return names[closest] if closest else ""
