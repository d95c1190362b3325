"""Change one line of the code at a time and see that a test notices: `python scripts/mutations.py [WORDS]`.

Each row is a mistake that once went unnoticed. With words, only the rows whose name contains one of them are tried.
Exits 1 if a mistake is not noticed, or if its line is no longer there.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "sidecar"
_LONGEST_S = 300


@dataclass(frozen=True, slots=True)
class Mutation:
    """`old`, found once in `file`, becomes `new`; one of `tests` (what pytest takes) must then fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


MUTATIONS = (
    Mutation(
        "a full disk: the answer is never stored again (OPS-12)",
        "dispatch/dispatcher.py",
        "                if self._finishing:\n                    return None, shown\n",
        "                return None, shown\n",
        ("tests/app/test_service.py", "-k", "disk"),
    ),
    Mutation(
        "a full disk: one question waits for ever (CLI-02)",
        "dispatch/dispatcher.py",
        "                if self._finishing:\n                    return None, shown\n",
        "",
        ("tests/app/test_service.py", "-k", "disk"),
    ),
    Mutation(
        "the index is not reconciled at the start (MEM-30)",
        "memory/retrieval/embedding_indexer.py",
        "        await self.reconcile()\n        older = True",
        "        older = True",
        ("tests/memory/retrieval/test_embedding_indexer.py",),
    ),
    Mutation(
        "reconciling does nothing (MEM-30)",
        "memory/retrieval/embedding_indexer.py",
        "report = await self._vectors.reconcile(self._embedder.name)",
        "return",
        ("tests/memory/retrieval/test_embedding_indexer.py",),
    ),
    Mutation(
        "memory waits 45 s for the first token (LLM-04)",
        "llm/roles.py",
        '"memory": timedelta(seconds=30)',
        '"memory": timedelta(seconds=45)',
        ("tests/test_limits.py",),
    ),
    Mutation(
        "the conversation waits 90 s for the first token (LLM-04)",
        "llm/model.py",
        "first_token_timeout: timedelta = timedelta(seconds=60)",
        "first_token_timeout: timedelta = timedelta(seconds=90)",
        ("tests/test_limits.py",),
    ),
    Mutation(
        "facts take 1,200 tokens of a prompt (MEM-40)",
        "memory/fact_selector.py",
        "BUDGET_TOKENS = 600",
        "BUDGET_TOKENS = 1_200",
        ("tests/test_limits.py",),
    ),
    Mutation(
        "a quoted fact without its date (CON-60)",
        "conversation/memory_answers.py",
        'say("{fact} (you told me on {date}).", fact=told, date=day)',
        'say("{fact}", fact=told)',
        ("tests/conversation",),
    ),
    Mutation(
        "a quoted message without its date (CON-60)",
        "conversation/memory_answers.py",
        'say("“{text}” ({date})", text=quote, date=day)',
        'say("“{text}”", text=quote)',
        ("tests/conversation",),
    ),
    Mutation(
        "no jitter between attempts (CON-22)",
        "providers/decorators/retry.py",
        "random.uniform(0.0, min(_CAP_S, _BASE_S * 2 ** (attempt - 1)))",
        "min(_CAP_S, _BASE_S * 2 ** (attempt - 1))",
        ("tests/test_limits.py",),
    ),
    Mutation(
        "12 rounds of tools (CON-20)",
        "brain/loop.py",
        "iterations: int = 10",
        "iterations: int = 12",
        ("tests/test_limits.py",),
    ),
    Mutation(
        "history and facts are read one after the other (CON-01)",
        "conversation/turn.py",
        """        history, known, asked_to_erase, reminders, held_calls = await asyncio.gather(
            self.history.before(turn, person=message.person, conversation=conversation, max_turns=limits.history_turns),
            self.facts.select_facts(message.person, message.text),
            self.asked_to_erase(message.person, turn),
            self._find_reminders(message.person),
            self._find_held_calls(message.person, turn),
        )
""",
        """        history = await self.history.before(
            turn, person=message.person, conversation=conversation, max_turns=limits.history_turns
        )
        known, asked_to_erase, reminders, held_calls = await asyncio.gather(
            self.facts.select_facts(message.person, message.text),
            self.asked_to_erase(message.person, turn),
            self._find_reminders(message.person),
            self._find_held_calls(message.person, turn),
        )
""",
        ("tests/conversation/test_turn.py",),
    ),
    Mutation(
        "a tool's own time limit is ignored (TOO-01)",
        "tools/registry.py",
        "asyncio.timeout(tool.traits.timeout_s)",
        "asyncio.timeout(10)",
        ("tests/tools/test_registry.py",),
    ),
    Mutation(
        "`ask` is a place to be told things unasked (CHA-03)",
        "channels/ask/__init__.py",
        "    short_lived=True,",
        "    short_lived=True,\n    unasked=True,",
        ("tests/app/test_channel_folder.py",),
    ),
    Mutation(
        "`ask` is available for reminders (CHA-03)",
        "channels/ask/channel.py",
        "    available = False",
        "    available = True",
        ("tests/channels/test_channel_contract.py",),
    ),
    Mutation(
        "a redirect takes the prompt to another server",
        "providers/wires/http_client.py",
        "[remember_response, _refuse_foreign_redirect, _convert_charset]",
        "[remember_response, _convert_charset]",
        ("tests/providers/test_redirects.py",),
    ),
    Mutation(
        "a later asker's answer is taken away (CLI-01)",
        "channels/ask/channel.py",
        "message.turn <= self._asked_before",
        "True",
        ("tests/cli/test_ask.py", "-k", "asker_died or two_questions"),
    ),
)


def main(words: list[str]) -> int:
    """Try each mutation; return 1 if one was not noticed."""
    chosen = [one for one in MUTATIONS if not words or any(word in one.name for word in words)]
    unnoticed = 0
    for mutation in chosen:
        verdict = try_mutation(mutation)
        unnoticed += verdict != "noticed"
        print(f"{verdict:10} {mutation.name}", flush=True)
    print(f"{len(chosen) - unnoticed} of {len(chosen)} noticed")
    return 1 if unnoticed else 0


def try_mutation(mutation: Mutation) -> str:
    """Return "noticed", "UNNOTICED" or "OUTDATED"."""
    path = SOURCES / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        return "OUTDATED"
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        pytest = (sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider")
        done = subprocess.run(
            [*pytest, *mutation.tests], cwd=ROOT, capture_output=True, check=False, timeout=_LONGEST_S
        )
    except subprocess.TimeoutExpired:  # it hangs, which nobody overlooks
        return "noticed"
    finally:
        path.write_text(text, encoding="utf-8")
    return "noticed" if done.returncode == 1 else "UNNOTICED"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
