"""Tool calls as models write them into their text when a server leaves them there, told as JSON objects."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping

from sidecar.domain.json_text import parse_json

MARKS = (
    "<tool_call", "<function=", "<function_call", "<invoke ", "[TOOL_CALLS]", "<|tool_call", "<|python_tag|>",
    "<|channel|>commentary", "<｜tool▁call", "```tool_code"
)  # fmt: skip
"""What a call in a text can begin with: Hermes and Qwen, Llama, Anthropic's XML, Mistral, Granite and Kimi, gpt-oss,
DeepSeek, Gemma."""
_BEGUN = re.compile(
    r"(?<!`)(?:<tool_calls?>\s*(?:\Z|[{\[<]|\w+\s*<arg_key>)|<function=[\w.-]*(?:\Z|>\s*(?:\Z|[{<]))"
    r"|<function_calls?>\s*(?:\Z|[{\[<])|<(?:\w+:)?invoke\s+name=|\[TOOL_CALLS\]\s*(?:\Z|[{\[]|\w+\s*[\[{(])"
    r"|<\|tool_calls?\w*\|>|<\|python_tag\|>|<\|channel\|>commentary\s+to=|<｜tool▁calls?▁begin｜>"
    r"|```tool_code\b)"
)
_OBJECT_FOLLOWS = re.compile(
    r"\[TOOL_CALLS\]\s*(?P<mistral>[\w.-]+)\s*(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(?=\{)"
    r"|<function=(?P<llama>[\w.-]+)>\s*(?=\{)"
    r"|<\|tool_call_begin\|>\s*(?:functions\.)?(?P<kimi>[\w-]+)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*(?=\{)"
    r"|<\|channel\|>commentary\s+to=(?:functions\.)?(?P<gptoss>[\w-]+)[^{]{0,60}(?=\{)"
    r"|<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?(?P<deepseek>[\w-]+)(?:<｜tool▁sep｜>)?\s*(?:```json)?\s*(?=\{)"
)
"""A name, and then its arguments as a JSON object."""
_PAIRS: Mapping[re.Pattern[str], re.Pattern[str]] = {
    re.compile(r"<function=(?P<name>[\w.-]+)>(?P<body>(?:(?!</function>).)*)(?:</function>|\Z)", re.DOTALL): re.compile(
        r"<parameter=(?P<key>[\w.-]+)>(?P<value>.*?)</parameter>", re.DOTALL
    ),
    re.compile(
        r"<(?:\w+:)?invoke\s+name=\"(?P<name>[\w.-]+)\">(?P<body>(?:(?!</(?:\w+:)?invoke>).)*)(?:</(?:\w+:)?invoke>|\Z)",
        re.DOTALL,
    ): re.compile(
        r"<(?:\w+:)?parameter\s+name=\"(?P<key>[\w.-]+)\"[^>]*>(?P<value>.*?)</(?:\w+:)?parameter>", re.DOTALL
    ),
    re.compile(r"<tool_call>\s*(?P<name>[\w.-]+)\s*(?P<body>(?:(?!</tool_call>).)*)(?:</tool_call>|\Z)", re.DOTALL): (
        re.compile(r"<arg_key>(?P<key>.*?)</arg_key>\s*<arg_value>(?P<value>.*?)</arg_value>", re.DOTALL)
    ),
}
"""A name, and then its arguments one by one."""
_PYTHON = re.compile(
    r"(?:<\|python_tag\|>|```tool_code\s)\s*(?:print\()?(?P<call>[a-z_]\w*\([^\n]*\))\)?\s*(?:```|\Z|\n)"
)
CALL_WRAPPINGS = re.compile(
    r"</?(?:tool_calls?|(?:\w+:)?function_calls?|function)>|\[TOOL_CALLS\]|\[/TOOL_CALLS\]|<\|?/?tool[^>]*>"
    r"|<\|(?:python_tag|call|eom_id|eot_id|end)\|>|<｜tool▁[^｜]*｜>"
)


def find_begun_call(text: str) -> int | None:
    """Return where a text begins to call a tool, whether or not the call is whole; None for a text without one."""
    begun = _BEGUN.search(text)
    return begun.start() if begun is not None else None


def write_calls_as_json(text: str) -> str:
    """Return the text with each call as `{"name": …, "arguments": {…}}`."""
    text = _replace_named_objects(text)
    for call, pair in _PAIRS.items():
        text = call.sub(_pairs_reader(pair), text)
    return _PYTHON.sub(_read_python, text)


def _replace_named_objects(text: str) -> str:
    parts, at = list[str](), 0
    while head := _OBJECT_FOLLOWS.search(text, at):
        try:
            arguments, end = json.JSONDecoder(strict=False).raw_decode(text, head.end())
        except (ValueError, RecursionError):
            break
        parts += [text[at : head.start()], _write(str(head[head.lastgroup or 0]), arguments)]
        at = end
    return "".join(parts) + text[at:]


def _pairs_reader(pair: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    def read(call: re.Match[str]) -> str:
        given = {found["key"].strip(): _read_value(found["value"].strip()) for found in pair.finditer(call["body"])}
        return _write(call["name"], given) if given or not call["body"].strip() else call[0]

    return read


def _read_value(text: str) -> object:
    """Return a list or an object as what it is; all else is text, which a tool reads as it needs it."""
    try:
        return parse_json(text) if text[:1] in ("[", "{") else text
    except ValueError:
        return text


def _read_python(found: re.Match[str]) -> str:
    try:
        call = ast.parse(found["call"], mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            return found[0]
        return _write(call.func.id, {str(given.arg): ast.literal_eval(given.value) for given in call.keywords})
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return found[0]


def _write(name: str, arguments: object) -> str:
    return json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
