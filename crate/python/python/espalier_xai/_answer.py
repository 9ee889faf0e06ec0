"""Answers in the columns of X."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple, overload


@dataclass(frozen=True)
class Change:
    """One feature that changes.

    Attributes:
        feature: the column of X.
        before, after: its value in the row that was asked about, and in the counterfactual.
        range: of numbers and ordered levels the ends, both included, between which this feature alone may move while the target is kept; else None.
        consequence: whether it follows from other changes (a `causal` constraint).
    """

    feature: Any
    before: Any
    after: Any
    range: Optional[Tuple[Any, Any]] = None
    consequence: bool = False

    def __str__(self) -> str:
        return f"{self.feature}: {_shown(self.before)} -> {_shown(self.after)}"


@dataclass(frozen=True)
class Counterfactual:
    """A changed row with the wanted prediction.

    Attributes:
        row: the value of every column of X.
        cost: its cost, as the request measures it.
        changes: the features that differ.
        prediction: the class (as the model names it) or the value.
        probabilities: of a classifier with probabilities one a class, in the model's order; else None.
        document: the counterfactual as docs/contract/answer.md describes it.
    """

    row: Dict[Any, Any]
    cost: float
    changes: List[Change]
    prediction: Any
    probabilities: Optional[List[float]]
    document: Dict[str, Any] = field(repr=False)


class Answer:
    """The answer to a request.

    Attributes:
        status: "optimal" (proved: nothing is cheaper), "infeasible" (proved: there is none), "feasible" (stopped with the best so far), or "unknown".
        counterfactuals: the cheapest first.
        lower_bound: no counterfactual costs less; None where there is none at all.
        document: the answer as docs/contract/answer.md describes it.
        request: the request that was asked, as docs/contract/request.md describes it.
    """

    def __init__(self, document: Dict[str, Any], request: Dict[str, Any], counterfactuals: List[Counterfactual], query: Dict[Any, Any]) -> None:
        self.document, self.request, self.counterfactuals, self.query = document, request, counterfactuals, query
        self.status: str = document["status"]
        self.lower_bound: Optional[float] = document["lower_bound"]

    @property
    def proved(self) -> bool:
        """Whether nothing is left open: the answer is optimal, or it is proved that there is none."""
        return self.status in ("optimal", "infeasible")

    def _first(self) -> Counterfactual:
        if not self.counterfactuals:
            why = "there is none, proved" if self.status == "infeasible" else "none was found in time; give more time_limit"
            raise LookupError(f"the answer has no counterfactual: {why}")
        return self.counterfactuals[0]

    @property
    def row(self) -> Dict[Any, Any]:
        """The cheapest counterfactual, by column of X. Raises LookupError where there is none."""
        return self._first().row

    @property
    def cost(self) -> float:
        """Its cost."""
        return self._first().cost

    @property
    def changes(self) -> List[Change]:
        """Its changes."""
        return self._first().changes

    @property
    def conflict(self) -> List[str]:
        """Where there is no answer: limits that alone exclude every answer, as JSON pointers into the request or the schema."""
        return list(self.document.get("conflict", []))

    def __bool__(self) -> bool:
        return bool(self.counterfactuals)

    def __len__(self) -> int:
        return len(self.counterfactuals)

    @overload
    def __getitem__(self, place: int) -> Counterfactual: ...
    @overload
    def __getitem__(self, place: slice) -> List[Counterfactual]: ...
    def __getitem__(self, place: Any) -> Any:
        return self.counterfactuals[place]

    def __iter__(self) -> Iterator[Counterfactual]:
        return iter(self.counterfactuals)

    def __str__(self) -> str:
        if not self.counterfactuals:
            return {"infeasible": "no counterfactual exists (proved)", "unknown": "no counterfactual was found in time"}.get(self.status, self.status)
        best = self.counterfactuals[0]
        changes = "; ".join(map(str, best.changes)) or "no change is needed"
        bound = "proved the cheapest" if self.status == "optimal" else f"nothing costs less than {self.lower_bound}"
        more = f"; {len(self.counterfactuals) - 1} more" if len(self.counterfactuals) > 1 else ""
        return f"{best.prediction}: {changes} (cost {best.cost:.6g}, {bound}){more}"

    def __repr__(self) -> str:
        return f"<Answer {self.status}: {self}>"


def _shown(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
