"""Exact counterfactual explanations of tree ensembles: the smallest change that flips a decision, with its proof.

    from espalier_xai import Explainer

    explainer = Explainer(model, X, y)                # any fitted model or Pipeline that is read, and the table X that it takes
    answer = explainer.explain(X.iloc[0], target=1)
    answer.status                                     # "optimal": no smaller change is enough
    answer.changes                                    # [Change(feature="Income", before=21000, after=24150.5, ...)]
    answer.row                                        # the changed row, in the columns of X

docs/contract/python.md has every function and option.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import BadInput, EngineFault, EspalierError, NotAttained, Unsupported

if TYPE_CHECKING:
    from ._answer import Answer, Change, Counterfactual
    from ._explainer import Explainer

__all__ = ["Answer", "BadInput", "Change", "Counterfactual", "EngineFault", "EspalierError", "Explainer", "NotAttained", "Unsupported", "__version__"]

_PLACES = {"Answer": "_answer", "Change": "_answer", "Counterfactual": "_answer", "Explainer": "_explainer", "__version__": "_native"}


def __getattr__(name: str) -> Any:
    # The engine is loaded when it is first needed, so that `espalier_xai.export` works from the sources alone.
    if name not in _PLACES:
        raise AttributeError(f"module 'espalier_xai' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ModuleNotFoundError("espalier_xai needs NumPy, which the libraries of models bring along; pip install numpy", name="numpy") from None


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
