"""What a tool says the person must read is in the answer, or code puts it there (REM-02)."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.brain.draft import Draft
from sidecar.domain.message import MessageKind
from sidecar.domain.tool import ToolReceipt
from sidecar.language.fold import fold
from sidecar.llm import AssistantMessage
from sidecar.runtime.clock import Clock


def add_what_must_be_shown(draft: Draft, clock: Clock) -> None:
    for text in missing_from(draft.text, draft.receipts):
        draft.add_message(AssistantMessage(text), clock.now(), kind=MessageKind.REQUIRED)


def missing_from(answer: str, receipts: Sequence[ToolReceipt]) -> list[str]:
    """What `receipts` ask to be shown and `answer` does not say: times that were understood, in the very words of the
    tool; and, when a call could not be done without asking and was not done after all, the question."""
    said = _plain(answer)
    results = [receipt.required_text for receipt in receipts if receipt.ok and receipt.required_text]
    last = {shown.about or shown.text: shown for shown in results}.values()
    missing = [shown.text for shown in last if not all(_plain(proof) in said for proof in shown.proofs)]
    for i, receipt in enumerate(receipts):
        done_later = any(later.ok and later.call.name == receipt.call.name for later in receipts[i + 1 :])
        asked = "?" in answer or (receipt.required_text and _plain(receipt.required_text.text) in said)
        if receipt.required_text and not receipt.ok and not done_later and not asked:
            missing.append(receipt.required_text.text)
    return list(dict.fromkeys(missing))


def _plain(text: str) -> str:
    """Without marks of Markdown, case and accents."""
    return fold("".join(character for character in text if character not in "*_`"))
