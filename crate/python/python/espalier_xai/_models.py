"""Fitted models of libraries: their documents, and their own word on rows."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._errors import Unsupported, asking
from ._table import is_frame, module_of, plain

#: Searches over parameters: the fitted model inside is meant.
SEARCHES = ("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV")


def unwrapped(model: Any) -> Any:
    """The fitted model inside of a search over parameters."""
    if model is None:
        raise Unsupported("the model is None; give a fitted model, a pipeline, or the path of a model file")
    if is_frame(model):
        raise Unsupported("the model is a table; give the model first, then the table: Explainer(model, X, y)")
    if hasattr(getattr(model, "__self__", None), "predict"):
        raise Unsupported(f"the model is the function {model.__name__} of a {type(model.__self__).__name__}; give the fitted model itself")
    if isinstance(model, type):
        raise Unsupported(f"{model.__name__} is a class; give a fitted object of it, {model.__name__}(...).fit(X, y)")
    while type(model).__name__ in SEARCHES:
        if not hasattr(model, "best_estimator_"):
            raise Unsupported(f"this {type(model).__name__} has no best model: it is not fitted, or with refit=False; call fit with refit=True first")
        model = model.best_estimator_
    return model


def steps_of(model: Any) -> List[Any]:
    """The steps of a pipeline; of another model itself."""
    if not (hasattr(model, "steps") and hasattr(model, "named_steps")):
        return [model]
    return [step for _, step in model.steps if step is not None and not (isinstance(step, str) and step == "passthrough")]


def file_of(model: Any) -> Optional[Tuple[bytes, str]]:
    """The model's file and a name for messages, where the model is one, or its library writes one that the engine reads; else None."""
    if isinstance(model, (str, os.PathLike)):
        path = os.fspath(model)
        try:
            with open(path, "rb") as file:
                return file.read(), os.path.basename(path)
        except OSError as error:
            raise Unsupported(f"{path}: {error.strerror or error}; give the path of a model file, or a fitted model") from None
    if isinstance(model, (bytes, bytearray, memoryview)):
        return bytes(model), "the model"
    if isinstance(model, dict):
        return json.dumps(model).encode(), "the model"
    library, kind = module_of(model), type(model).__name__
    if library == "onnx" and hasattr(model, "SerializeToString"):
        return model.SerializeToString(), "the ONNX model"
    if library == "xgboost":
        booster = model if kind == "Booster" else _fitted(lambda: model.get_booster(), kind)
        return bytes(booster.save_raw("json")), f"the {kind}"
    if library == "lightgbm":
        booster = model if kind == "Booster" else _fitted(lambda: model.booster_, kind)
        return booster.model_to_string().encode(), f"the {kind}"
    if library == "catboost":
        _fitted(lambda: model.is_fitted() or 1 / 0, kind)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.json")
            model.save_model(path, format="json")
            with open(path, "rb") as file:
                return file.read(), f"the {kind}"
    return None


def _fitted(part: Any, kind: str) -> Any:
    try:
        return part()
    except Exception:  # each library has an error of its own
        raise Unsupported(f"this {kind} is not fitted; call fit first") from None


def exported(model: Any, isolation_forest: Any = None) -> Dict[str, Any]:
    """The model as a document, by the exporters. Raises Unsupported with the reason and a remedy."""
    from .export import ExportError, export

    if isolation_forest is not None and "IsolationForest" not in [kind.__name__ for kind in type(isolation_forest).__mro__]:
        raise Unsupported(f"isolation_forest: {type(isolation_forest).__name__} is no isolation forest; give one of scikit-learn or isotree")
    more = {} if isolation_forest is None else {"isolation_forest": isolation_forest}
    try:
        return export(model, None, **more)
    except ExportError as error:
        raise Unsupported(str(error)) from None


class Word:
    """A fitted model's own word on tables."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.library = module_of(model)
        self.last = steps_of(model)[-1]
        classes = getattr(model, "classes_", None)
        if classes is None:
            classes = getattr(self.last, "classes_", None)
        self.labels = None if classes is None or len(np.shape(classes)) != 1 else [plain(label) for label in classes]
        if self.library in ("keras", "tensorflow"):
            self.labels = None
        self.booster = self.library in ("xgboost", "lightgbm") and type(model).__name__ == "Booster"

    @property
    def isolation(self) -> bool:
        return type(self.last).__name__ == "IsolationForest"

    def _scores(self, table: Any) -> Any:
        """Predictions of a model without classes of its own: probabilities, or values."""
        if self.library == "xgboost":
            import xgboost

            return np.asarray(self.model.predict(xgboost.DMatrix(table, feature_names=self.model.feature_names, enable_categorical=True)))
        if self.library in ("keras", "tensorflow"):
            return np.asarray(self.model.predict(np.asarray(table, dtype=np.float32), verbose=0))
        return np.asarray(self.model.predict(table))

    @asking("the fitted model")
    def classes(self, table: Any) -> List[int]:
        """The class of each row, by its place among the classes."""
        if self.labels is None or self.booster:
            scores = self._scores(table)
            if scores.ndim == 1 or scores.shape[1] == 1:
                return [int(p > 0.5) for p in scores.reshape(-1)]
            return [int(c) for c in scores.argmax(axis=1)]
        said = np.asarray(self.model.predict(table)).reshape(-1)
        places = {label: place for place, label in enumerate(self.labels)}
        return [places[plain(label)] for label in said]

    @asking("the fitted model")
    def probabilities(self, table: Any) -> Optional[Any]:
        """The probabilities of each row's classes, where the model has them."""
        if self.labels is None or self.booster:
            scores = self._scores(table)
            if scores.ndim == 1 or scores.shape[1] == 1:
                p = scores.reshape(-1)
                return np.column_stack([1 - p, p])
            return scores
        if not hasattr(self.model, "predict_proba"):
            return None
        return np.asarray(self.model.predict_proba(table))

    @asking("the fitted model")
    def values(self, table: Any) -> Optional[Any]:
        """The value of each row of a model that predicts a number; None of an isolation forest, whose library tells another number."""
        if self.isolation:
            return None
        if self.labels is None and (self.booster or self.library in ("keras", "tensorflow")):
            return self._scores(table).reshape(-1)
        return np.asarray(self.model.predict(table), dtype=float).reshape(-1)
