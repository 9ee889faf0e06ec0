"""The package's exceptions. Each message says the fault, its place and a remedy, in one line."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import Any, Dict, Iterator, Optional


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


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Tells in one line an error of the user's own objects, which are asked inside, as BadInput: they do not take the table."""
    try:
        yield
    except EspalierError:
        raise
    except Exception as error:  # each library has an error of its own
        said = " ".join(str(error).split())[:400].rstrip(".")
        raise BadInput(f"{what} does not take this table ({type(error).__name__}: {said}); give the columns, types and values that it was fitted to") from error
