"""What click says to the person by itself: it looks these up in our catalogue, so our catalogue translates them.

Its messages for programmers are left out. `tests/test_texts.py` runs a real command line in Spanish to see that the
installed click still says it this way.
"""

from __future__ import annotations

CLICK_TEXTS: tuple[tuple[str, str], ...] = (
    # help
    ("Usage:", ""),
    ("Options", ""),
    ("Commands", ""),
    ("Positional arguments", ""),
    ("Show this message and exit.", ""),
    ("Show the version and exit.", ""),
    ("%(prog)s, version %(version)s", ""),
    ("Try '{command} {option}' for help.", ""),
    ("default: {default}", ""),
    ("(dynamic)", ""),
    ("env var: {var}", ""),
    ("required", ""),
    ("deprecated", ""),
    # mistakes
    ("Error: {message}", ""),
    ("Aborted!", ""),
    ("Missing command.", ""),
    ("Missing argument", ""),
    ("Missing option", ""),
    ("Missing parameter", ""),
    ("Missing {param_type}", ""),
    ("No such option {name!r}.", ""),
    ("No such command {name!r}.", ""),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} does not take a value.", ""),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Argument {name!r} takes {nargs} values.", ""),
    ("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    ("Invalid value: {message}", ""),
    ("Invalid value for {param_hint}: {message}", ""),
    ("Choose from:\n\t{choices}", ""),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("{value!r} does not match the format {format}.", "{value!r} does not match the formats {formats}."),
    ("{value!r} is not a valid {number_type}.", ""),
    ("{value!r} is not a valid boolean. Recognized values: {states}", ""),
    ("{value} is not in the range {range}.", ""),
    ("Could not open file {filename!r}: {message}", ""),
    ("unknown error", ""),
    ("file", ""),
    ("directory", ""),
    ("path", ""),
    ("{name} {filename!r} does not exist.", ""),
    ("{name} {filename!r} is a file.", ""),
    ("{name} {filename!r} is a directory.", ""),
    ("{name} {filename!r} is not readable.", ""),
    ("{name} {filename!r} is not writable.", ""),
    ("{name} {filename!r} is not executable.", ""),
    # questions
    ("Do you want to continue?", ""),
    ("Confirm the action without prompting.", ""),
    ("Repeat for confirmation", ""),
    ("Error: The two entered values do not match.", ""),
    ("Error: invalid input", ""),
    ("Press any key to continue...", ""),
)
