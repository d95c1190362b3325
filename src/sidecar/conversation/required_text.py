"""What a tool requires the person to read is in the answer, or code adds it (REM-02)."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.brain.draft import Draft
from sidecar.domain.message import MessageKind
from sidecar.domain.tool import ToolReceipt
from sidecar.language.fold import fold
from sidecar.llm import AssistantMessage
from sidecar.runtime.clock import Clock


def add_required_text(draft: Draft, clock: Clock) -> None:
    for text in find_missing_texts(draft.text, draft.receipts):
        draft.add_message(AssistantMessage(text), clock.now(), kind=MessageKind.REQUIRED)


def find_missing_texts(answer: str, receipts: Sequence[ToolReceipt]) -> list[str]:
    """Return the required texts of `receipts` that `answer` leaves out.

    Those are times that were understood, in the very words of the tool, and the question of a call that could not be
    done without asking and was not done later.
    """
    said = _fold_markdown(answer)
    results = [receipt.required_text for receipt in receipts if receipt.ok and receipt.required_text]
    last = {shown.about or shown.text: shown for shown in results}.values()
    missing = [shown.text for shown in last if not all(_fold_markdown(proof) in said for proof in shown.proofs)]
    for i, receipt in enumerate(receipts):
        done_later = any(later.ok and later.call.name == receipt.call.name for later in receipts[i + 1 :])
        asked = "?" in answer or (receipt.required_text and _fold_markdown(receipt.required_text.text) in said)
        if receipt.required_text and not receipt.ok and not done_later and not asked:
            missing.append(receipt.required_text.text)
    return list(dict.fromkeys(missing))


def _fold_markdown(text: str) -> str:
    """Return the text without marks of Markdown, case and accents."""
    return fold("".join(character for character in text if character not in "*_`"))
