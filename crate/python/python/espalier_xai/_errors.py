"""The package's exceptions. Each message says the fault, its place and a remedy, in one line."""

from __future__ import annotations

import json
from typing import Any, Dict, Optional


class EspalierError(Exception):
    """Any fault that this package tells."""


class BadInput(EspalierError, ValueError):
    """A model file, a schema, a request or a row is wrong.

    Attributes:
        input: the report as a dictionary with `message`, `source`, `what` and, where they are known, `where` and `right`.
    """

    def __init__(self, message: str, document: Optional[str] = None) -> None:
        super().__init__(message)
        self.input: Dict[str, Any] = json.loads(document) if document else {"message": message, "what": message}


class Unsupported(EspalierError, ValueError):
    """A model or a step of a pipeline that cannot be read. The message gives the reason and a remedy."""


class NotAttained(EspalierError, RuntimeError):
    """An answer was given back to the fitted model, which did not decide as the answer promises. Such an answer is never returned.

    Attributes:
        answer: the refused answer as a dictionary (docs/contract/answer.md).
        row: the counterfactual, by column.
    """

    def __init__(self, message: str, answer: Optional[Dict[str, Any]] = None, row: Optional[Dict[Any, Any]] = None) -> None:
        super().__init__(message)
        self.answer = answer
        self.row = row


class EngineFault(EspalierError, RuntimeError):
    """The engine itself failed: a fault of Espalier, worth a report."""

    def __init__(self, message: str, document: Optional[str] = None) -> None:
        super().__init__(message)
