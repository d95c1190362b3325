"""Costs of the models as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from sidecar.api.encoding import OPTIONAL
from sidecar.domain.money import CostReport, Spending


@dataclass(frozen=True, slots=True)
class SpendingJson:
    cost_usd: float
    requests: int
    unpriced_requests: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int

    @classmethod
    def from_spending(cls, spent: Spending) -> Self:
        usage = spent.usage
        return cls(
            cost_usd=float(usage.cost_usd or 0),
            requests=spent.requests,
            unpriced_requests=spent.unpriced,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class CostJson:
    """One of the last four is set: the requested breakdown of the month."""

    today: SpendingJson | None = field(metadata=OPTIONAL)
    month: SpendingJson
    month_by_day: Mapping[str, SpendingJson] | None = field(metadata=OPTIONAL)
    month_by_role: Mapping[str, SpendingJson] | None = field(metadata=OPTIONAL)
    month_by_model: Mapping[str, SpendingJson] | None = field(metadata=OPTIONAL)
    month_by_feature: Mapping[str, SpendingJson] | None = field(metadata=OPTIONAL)

    @classmethod
    def from_report(cls, report: CostReport) -> Self:
        parts = {part: SpendingJson.from_spending(spent) for part, spent in report.parts.items()}
        return cls(
            today=SpendingJson.from_spending(report.today) if report.today else None,
            month=SpendingJson.from_spending(report.month),
            month_by_day=parts if report.group == "day" else None,
            month_by_role=parts if report.group == "role" else None,
            month_by_model=parts if report.group == "model" else None,
            month_by_feature=parts if report.group == "feature" else None,
        )
