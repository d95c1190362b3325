"""Costs of the models as Markdown."""

from __future__ import annotations

from sidecar.domain.money import CostReport, Spending
from sidecar.i18n import Texts


def format_cost(report: CostReport, say: Texts) -> str:
    lines = [say("Today: {amount}", amount=format_spending(report.today, say))] if report.today else []
    lines.append(say("This month: {amount}", amount=format_spending(report.month, say)))
    parts = [f"- `{part}`: {format_spending(spent, say)}" for part, spent in report.parts.items()]
    return "\n".join([*(f"{line}  " for line in lines), *parts])


def format_spending(spent: Spending, say: Texts) -> str:
    """Format as `US$ 0.0123 · 4 requests · 5,210 tokens in, 640 out`, with what could not be priced."""
    requests = say.plural("{n} request", "{n} requests", spent.requests)
    tokens = say("{input} tokens in, {output} out", input=spent.usage.input_tokens, output=spent.usage.output_tokens)
    text = f"US$ {spent.usage.cost_usd or 0:.4f} · {requests} · {tokens}"
    if spent.unpriced:
        text += " · " + say.plural("{n} without a known price", "{n} without a known price", spent.unpriced)
    return text
