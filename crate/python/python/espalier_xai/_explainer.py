"""`Explainer`: from a fitted model to proved answers in the columns of X."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Callable, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _native
from ._answer import Answer, Change, Counterfactual
from ._errors import BadInput, EngineFault, NotAttained, Unsupported, asking
from ._models import Word, exported, file_of, steps_of, unwrapped
from ._pipeline import Fold, check_steps, known_levels, slanted
from ._table import Column, Table, absent, as_given, flat, is_frame, pandas, pandas_of, plain, rows_of, two_dimensional

#: Rows of X on which the document's predictions are compared with the model's own before anything is answered.
COMPARED = 200
#: Relative difference from which on two predictions are different models, rather than sums in another order or precision.
DIFFERENT = 1e-4
#: Columns that explain_frame adds to those of X.
ADDED = ("cf_status", "cf_cost", "cf_lower_bound", "cf_changes")

#: Settings of DiCE's search, and the words that say nearly the same here.
OF_DICE = {name: "" for name in ("proximity_weight", "diversity_weight", "sparsity_weight", "categorical_penalty", "posthoc_sparsity_param", "posthoc_sparsity_algorithm",
                                 "stopping_threshold", "random_seed", "sample_size", "method", "algorithm")}
OF_DICE["feature_weights"] = ", or give cost={\"weights\": {\"Age\": 2}}"
OF_DICE["sparsity_weight"] = ", or give cost={\"per_change\": 0.1}"

Progress = Callable[..., Any]


class Explainer:
    """Exact counterfactual explanations of a fitted model.

    Args:
        model: a fitted model of scikit-learn (forests, trees, gradient and histogram boosting, linear models, networks of ReLU), XGBoost, LightGBM, CatBoost,
            treeple, isotree or Keras; a scikit-learn Pipeline of steps that treat each column by itself and one of these; a search over parameters with one
            of these inside; or a model file: a path, its bytes, an ONNX model, or a document in Espalier's JSON.
        X: the table that the model takes, of shape (rows, columns): a pandas DataFrame or an array. It gives the columns their names, kinds, levels and
            ranges, and the background rows. Required for pipelines and for columns of texts; without it every column is a number.
        y: the target of each row, of shape (rows,); for limits on plausibility.
        schema: more words on columns, `{"Age": {"change": "increase", "unit": "years"}}` by column, or a whole schema document (docs/contract/schema.md); or "guess"
            for the schema that the engine guesses of a file or table of numbers.
        classes: a name for each class, in the model's order, where the model has none.
        isolation_forest: a fitted isolation forest on the same columns, for plausibility.
        background_rows: at most so many rows of X are kept for plausibility; 0 for none.

    Raises:
        Unsupported: the model, or a step of its pipeline, is not read; the message gives the reason and a remedy.
        BadInput: X, y, the schema or the file is wrong.
    """

    def __init__(self, model: Any, X: Any = None, y: Any = None, *, schema: Union[None, str, Mapping[str, Any]] = None, classes: Optional[Sequence[Any]] = None,
                 isolation_forest: Any = None, background_rows: int = 200) -> None:
        model = unwrapped(model)
        X = None if X is None else two_dimensional(X)
        if isinstance(background_rows, bool) or not isinstance(background_rows, (int, np.integer)) or background_rows < 0:
            raise BadInput(f"background_rows is {background_rows!r}; give a whole number, 0 for none")
        self.model = model
        self._word: Optional[Word] = None
        self._table: Optional[Table] = None
        file = file_of(model)
        given = isinstance(model, (str, os.PathLike, bytes, bytearray, memoryview, dict)) or hasattr(model, "SerializeToString")
        if not given:
            self._word = Word(model)
        steps = steps_of(model)
        if len(steps) > 1 or hasattr(model, "named_steps"):
            self._native = self._of_pipeline(steps, X, isolation_forest)
        else:
            if file is None:
                self._native = _model(exported(model, isolation_forest))
            else:
                self._native = _native.Model(*file)
                if isolation_forest is not None:
                    self._native = self._beside(isolation_forest)
            if X is not None:
                self._table = Table(X, self._own_levels(model, X))
        if self._table is not None:
            self._describe(X, y, schema, classes, background_rows)
        elif schema is not None or classes is not None:
            self._native = self._native.with_schema(json.dumps(self._schema(schema, classes)))
        self.info: Dict[str, Any] = json.loads(self._native.info())
        self._features = {feature["name"]: feature for feature in self.info["features"]}
        if self._table is not None and self._word is not None:
            self._compare(X)

    # --- the model ---

    def __getstate__(self) -> Dict[str, Any]:
        """For pickle, as processes and joblib use it: the engine's model as its document."""
        return {**self.__dict__, "_native": self._native.document()}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state, _native=_native.Model(state["_native"], "the model"))

    def _of_pipeline(self, steps: List[Any], X: Any, isolation_forest: Any) -> Any:
        """The document of a pipeline's last step, on the columns of X."""
        if X is None:
            raise BadInput("a pipeline needs X, the table that it takes: it gives the columns their kinds and levels; Explainer(pipeline, X, y)")
        before, last = steps[:-1], steps[-1]
        if isolation_forest is not None:
            raise Unsupported("an isolation forest beside a pipeline is not read; leave it out, plausibility then grows one from the rows of X")
        check_steps(before)
        table = Table(X, known_levels(before, X))
        file = file_of(last)
        document = exported(last) if file is None else json.loads(_native.Model(*file).document())
        if not before:
            self._table = table
            return _model(document)

        def transform(rows: Any) -> Any:
            for step in before:
                rows = step.transform(rows)
            return rows

        with asking("the fitted pipeline"):
            fold = Fold(transform, table, X)
        if fold.outputs != document["columns"]:
            raise Unsupported(f"the pipeline's steps give {fold.outputs} columns, its last step reads {document['columns']}; fit the pipeline as a whole")
        document = {key: value for key, value in document.items() if key not in ("schema", "background")}
        self._table = table
        return _model(fold.weigh(document) if slanted(document) else fold.split_trees(document))

    def _beside(self, forest: Any) -> Any:
        """The model with an isolation forest on the same columns."""
        document = json.loads(self._native.document())
        found = exported(forest)
        if found.get("kind") != "isolation_forest":
            raise Unsupported(f"{type(forest).__name__} is no isolation forest; give one of scikit-learn or isotree")
        return _model({**document, "isolation_forest": {"trees": found["trees"]}})

    def _own_levels(self, model: Any, X: Any) -> Dict[int, Tuple[List[Any], bool, bool]]:
        """Levels that the model itself knows of its columns, in the order of its codes."""
        if type(model).__name__.startswith("HistGradientBoosting") and getattr(model, "is_categorical_", None) is not None:
            from .export import category_encoder

            return {c: ([plain(v) for v in levels], False, False) for c, (_, levels, _) in category_encoder(model).items()}
        return {}

    def _describe(self, X: Any, y: Any, schema: Any, classes: Any, background_rows: int) -> None:
        """Gives the model the schema and the rows of X."""
        table = self._table
        assert table is not None
        columns = json.loads(self._native.info())["columns"]
        if table.width != columns:
            raise BadInput(f"X has {table.width} columns, the model reads {columns}; give X as the model takes it")
        rows = table.rows(X)
        chosen = range(len(rows))
        if len(rows) > background_rows:
            chosen = sorted(np.random.RandomState(0).choice(len(rows), background_rows, replace=False).tolist())  # type: ignore[assignment]
        numbers = [table.numbers(rows[i], i) for i in chosen]
        labels = None
        if y is not None:
            targets = self._targets(y, len(rows))
            labels = None if targets is None else np.array([targets[i] for i in chosen], dtype=float).tobytes()
        self._native = self._native.with_background(flat(numbers), labels, json.dumps(self._schema(schema, classes)))

    def _targets(self, y: Any, count: int) -> Optional[List[float]]:
        """The target of each row by y: the place of a class, or a number."""
        try:
            values = [plain(v) for v in np.asarray(y).reshape(-1).tolist()]
        except ValueError:
            raise BadInput("y has rows of several lengths; give one target for each row") from None
        if isinstance(y, (str, Mapping)):
            raise BadInput(f"y is {y!r}; give the target of each row, not its name" if isinstance(y, str) else f"y is a {type(y).__name__}; give the target of each row, in their order")
        if len(values) != count:
            raise BadInput(f"y has {len(values)} values, X {count} rows; give a target for each row")
        info = json.loads(self._native.info())
        if info["kind"] == "isolation_forest":
            return None
        if info["kind"] != "classifier":
            return [_number_of(v, f"y, row {i}", "the model predicts a number, so give the number of each row") for i, v in enumerate(values)]
        labels = self._word.labels if self._word is not None and self._word.labels is not None else None
        places = {label: place for place, label in enumerate(labels if labels is not None else info["classes"])}
        if labels is None:
            places.update({place: place for place in range(len(info["classes"]))})
        strange = next(((i, v) for i, v in enumerate(values) if not isinstance(v, Hashable) or v not in places), None)
        if strange is not None:
            known = ", ".join(repr(label) for label in list(places)[:12])
            raise BadInput(f"y, row {strange[0]}: {strange[1]!r} is no class of the model; its classes are {known}")
        return [float(places[v]) for v in values]

    def _schema(self, schema: Any, classes: Any) -> Dict[str, Any]:
        """The schema of the columns of X, with further words on them."""
        if isinstance(schema, str):
            if schema != "guess":
                raise BadInput(f"schema is {schema!r}; give a dictionary, or \"guess\"")
            guess = self._native.guess()
            if guess is None:
                raise BadInput("there is no guess for this model, since its file states a schema; leave schema out")
            said = json.loads(guess)["schema"]
        elif schema is not None and not isinstance(schema, Mapping):
            raise BadInput(f"schema is a {type(schema).__name__}; give a dictionary by column, {{\"Age\": {{\"change\": \"increase\"}}}}, or \"guess\"")
        elif schema is not None and "features" in schema:
            said = dict(schema)
        elif self._table is not None:
            said = {"features": [column.feature() for column in self._table.columns]}
        else:
            info = json.loads(self._native.info())
            said = {"features": [{"name": f["name"], "kind": f["kind"], **({"columns": f["columns"]} if len(f["columns"]) > 1 else {"column": f["columns"][0]}),
                                  **({"labels": f["labels"]} if "labels" in f else {})} for f in info["features"]]}
        names = classes
        if names is None and self._word is not None and self._word.labels is not None and json.loads(self._native.info())["kind"] == "classifier":
            names = self._word.labels
        if names is not None and (isinstance(names, str) or not isinstance(names, Iterable)):
            raise BadInput(f"classes is {names!r}; give a list with a name for each class")
        if names is not None and "classes" not in said:
            said["classes"] = [str(name) for name in names]
        if schema is not None and not isinstance(schema, str) and "features" not in schema:
            known = {feature["name"]: feature for feature in said["features"]}
            for name, words in schema.items():
                if name in ("classes", "subject", "image") and str(name) not in known:
                    said[name] = words
                elif str(name) not in known:
                    raise BadInput(f"schema: there is no column {str(name)!r}; the columns are {', '.join(map(repr, list(known)[:12]))}")
                elif not isinstance(words, Mapping):
                    raise BadInput(f"schema, {str(name)!r}: {words!r} is no dictionary; give words like {{\"change\": \"fixed\"}}")
                else:
                    known[str(name)].update(_json(words))
        return said

    def _compare(self, X: Any) -> None:
        """Refuses a document whose predictions are not the model's own."""
        table, word = self._table, self._word
        assert table is not None and word is not None
        rows = table.rows(X)
        # A row lacks nothing for which the model has no rule.
        ruled = [self._features[column.title]["missing"] for column in table.columns]
        rows = [row for row in rows if all(rule or not absent(value) for value, rule in zip(row, ruled))]
        rows = rows[:: max(1, len(rows) // COMPARED)]
        if self.info["kind"] == "isolation_forest" or not rows:
            return
        said = self._native.predict(flat(table.numbers(row, i) for i, row in enumerate(rows)))
        own = self._asked(rows)
        classes, scores, _, values = (np.frombuffer(part) for part in said)
        if self.info["kind"] == "classifier":
            if scores.size == 0:
                different = [i for i, (a, b) in enumerate(zip(classes, word.classes(own))) if a != b]
            else:
                truth = word.probabilities(own)
                if truth is None:
                    return
                different = list(np.flatnonzero((np.abs(scores.reshape(truth.shape) - truth) > DIFFERENT).any(axis=1)))
        else:
            truth = word.values(own)
            different = list(np.flatnonzero(np.abs(values - truth) > DIFFERENT * np.maximum(1.0, np.abs(truth))))
        if different:
            raise Unsupported(f"the model as it was read predicts otherwise than the model itself, first in row {different[0]} of {len(rows)} that were compared; "
                              "this version of the library may compute in a way that is not known here, or X is not the table that the model takes")

    def _asked(self, rows: Sequence[Sequence[Any]]) -> Any:
        """A table as the model takes it."""
        assert self._table is not None
        return self._table.table([list(column) for column in zip(*rows)])

    # --- requests ---

    @property
    def classes(self) -> List[Any]:
        """The classes, as the model names them; empty of a model that predicts a number."""
        if self._word is not None and self._word.labels is not None and self.info["kind"] == "classifier":
            return list(self._word.labels)
        return list(self.info.get("classes", []))

    def request(self, row: Any, target: Any = None, **request: Any) -> Dict[str, Any]:
        """The request document for a row, as docs/contract/request.md describes it. The arguments are those of `explain`."""
        return {**self._frame(request), "query": self._query(row), "target": self._target(target, row, request)}

    def _query(self, row: Any, number: Any = 0) -> Any:
        if self._table is not None:
            values = self._table.row(row, number)
            endless = next((column.title for column, value in zip(self._table.columns, values) if isinstance(value, (float, np.floating)) and math.isinf(value)), None)
            if endless is not None:
                raise BadInput(f"row {number}, column {endless!r}: the value is infinite; give a finite number, or None where it is missing")
            return [None if math.isnan(v) else v for v in self._table.numbers(values, number)]
        if is_frame(row):
            row = row.iloc[0]
        if hasattr(row, "keys"):
            return {str(key): _json(row[key]) for key in row.keys()}
        return [_json(v) for v in np.asarray(row, dtype=object).reshape(-1).tolist()]

    def _listed(self, X: Any) -> List[Any]:
        """The rows of a table, each as `_query` takes it: without X a table with the features' names has rows by name, any other the file's own columns."""
        if self._table is not None:
            return self._table.rows(X)
        X = rows_of(X)
        if is_frame(X) and all(str(name) in self._features for name in X.columns):
            return [dict(zip(X.columns, row)) for row in zip(*(X.iloc[:, c].tolist() for c in range(X.shape[1])))]
        if not is_frame(X) and len(X) > 0 and all(isinstance(row, Mapping) for row in X):
            return list(X)
        try:
            return [list(row) for row in np.asarray(X, dtype=object)]
        except (TypeError, ValueError):
            raise BadInput("the table is no list of rows; give a DataFrame with the names of the features, or rows of the file's own columns") from None

    def _numbers(self, row: Any, number: Any = 0) -> List[float]:
        """The numbers of the file's own columns for a row that `_query` takes."""
        query = self._query(row, number)
        if not isinstance(query, dict):
            return [math.nan if v is None else _number_of(v, f"row {number}", "give the numbers of the file's own columns, or a dictionary by feature") for v in query]
        said = [math.nan] * self.info["columns"]
        for name, feature in self._features.items():
            if name not in query:
                raise BadInput(f"row {number} lacks {name!r}; give a value for each feature")
            for place, value in zip(feature["columns"], _places(feature, query[name], number)):
                said[place] = value
        return said

    def _place(self, label: Any) -> Any:
        """The place of a class among the classes."""
        if hasattr(label, "__array__") and np.size(label) != 1:
            raise BadInput(f"target is a {type(label).__name__} of {len(label)} values; give one class for all rows, or ask row by row")
        label = plain(label)
        for place, own in enumerate(self.classes):
            if own == label:
                return place
        names = self.info.get("classes", [])
        if isinstance(label, str) and label in names:
            return names.index(label)
        if self._word is None and isinstance(label, int) and 0 <= label < len(names):
            return label
        known = ", ".join(repr(own) for own in self.classes[:12])
        raise BadInput(f"target: {label!r} is no class of the model; its classes are {known}" if known else f"target: {label!r} is given, but the model predicts a number; give the ends of an interval, (lo, hi)")

    def _target(self, target: Any, row: Any, request: Mapping[str, Any]) -> Dict[str, Any]:
        if isinstance(target, Mapping):
            said = dict(_json(target))
            if "class" in said:
                said["class"] = self._place(target["class"])
            if "classes" in said and not isinstance(said["classes"], list):
                raise BadInput(f"target, classes: {target['classes']!r} is no list; give {{\"classes\": [...]}}, or {{\"class\": ...}} for one")
            if "class_costs" in said and not isinstance(said["class_costs"], Mapping):
                raise BadInput(f"target, class_costs: {target['class_costs']!r} is no dictionary; give the price of each class, {{\"class_costs\": {{...}}}}")
            if "classes" in said:
                said["classes"] = [self._place(label) for label in target["classes"]]
            if isinstance(said.get("best"), dict) and "class" in said["best"] and "difference" not in said["best"]:
                said["best"]["class"] = self._place(target["best"]["class"])
            if "class_costs" in said:
                said["class_costs"] = {str(self._place(label)): cost for label, cost in target["class_costs"].items()}
            return said
        if self.info["kind"] == "classifier":
            if target is None or isinstance(target, str) and target == "opposite" and "opposite" not in self.classes:
                if len(self.classes) != 2:
                    raise BadInput(f"target: the model has {len(self.classes)} classes, so \"opposite\" says too little; give one of {', '.join(map(repr, self.classes[:12]))}")
                return {"class": 1 - self._class_of(row)}
            return {"class": self._place(target)}
        if target is None:
            raise BadInput("target: the model predicts a number; give the ends of an interval, target=(lo, hi), where None is an open end")
        if isinstance(target, (str, bytes)) or not hasattr(target, "__len__") or len(target) != 2:
            raise BadInput(f"target: {target!r} is no interval; give target=(lo, hi), where None is an open end")
        if any(isinstance(end, (float, np.floating)) and math.isnan(end) for end in target):
            raise BadInput(f"target: {target!r} has an end that is no number; give None for an open end")
        return {"value": [_json(end) for end in target]}

    def _class_of(self, row: Any) -> int:
        """The class that the model gives a row now."""
        if self._table is not None and self._word is not None:
            return self._word.classes(self._asked([self._table.row(row)]))[0]
        return int(np.frombuffer(self._native.predict(flat([self._numbers(row)]))[0])[0])

    def _frame(self, request: Mapping[str, Any]) -> Dict[str, Any]:
        """The request without query and target, with DiCE's names and Python's values put into the document's."""
        said = {key: value for key, value in request.items() if value is not None}
        foreign = next((name for name in said if name in OF_DICE), None)
        if foreign is not None:
            raise BadInput(f"{foreign} steers the search of DiCE and has no counterpart here, where answers are proved; leave it out{OF_DICE[foreign]}")
        constraints = said.pop("constraints", [])
        if not isinstance(constraints, (list, tuple)):
            raise BadInput(f"constraints is a {type(constraints).__name__}; give a list of limits, constraints=[{{\"fix\": \"Age\"}}]")
        constraints = list(constraints)
        if "total_CFs" in said:
            if "count" in said:
                raise BadInput("total_CFs and count say the same; give one of them")
            said["count"] = said.pop("total_CFs")
        if "norm" in said:
            cost = said.get("cost", {})
            if not isinstance(cost, Mapping):
                raise BadInput(f"cost is {cost!r}; beside norm give a dictionary, cost={{\"per_change\": 0.1}}")
            said["cost"] = {**cost, "norm": said.pop("norm")}
        vary = said.pop("features_to_vary", "all")
        if not (isinstance(vary, str) and vary == "all"):
            if not isinstance(vary, str) and not isinstance(vary, Iterable):
                raise BadInput(f"features_to_vary is {vary!r}; give a list of columns, or \"all\"")
            vary = [vary] if isinstance(vary, str) else list(vary)
            for name in vary:
                self._known(name, "features_to_vary")
            constraints += [{"fix": name} for name in self._features if name not in {str(v) for v in vary}]
        permitted = said.pop("permitted_range", {})
        if not isinstance(permitted, Mapping):
            raise BadInput(f"permitted_range is a {type(permitted).__name__}; give a dictionary by column, {{\"Age\": [18, 65]}}")
        for name, allowed in permitted.items():
            column = self._known(name, "permitted_range")
            if isinstance(allowed, (str, bytes)) or not isinstance(allowed, Iterable):
                raise BadInput(f"permitted_range, {str(name)!r}: {allowed!r} is no list; give [least, greatest] of numbers, or the levels that are allowed")
            allowed = list(allowed)
            if column["kind"] in ("categorical", "binary") or any(isinstance(v, str) for v in allowed):
                constraints.append({"levels": {"feature": str(name), "allow": allowed}})
            elif len(allowed) != 2:
                raise BadInput(f"permitted_range, {str(name)!r}: {allowed!r} are not the two ends of a range; give [least, greatest]")
            else:
                ends = {"min": allowed[0], "max": allowed[1]}
                constraints.append({"range": {"feature": str(name), **{end: v for end, v in ends.items() if v is not None}}})
        if constraints:
            said["constraints"] = [self._limit(constraint) for constraint in constraints]
        if isinstance(said.get("cost"), Mapping) and isinstance(said["cost"].get("tables"), Mapping):
            tables = {name: {self._label(name, level): price for level, price in table.items()} if isinstance(table, Mapping) else table for name, table in said["cost"]["tables"].items()}
            said["cost"] = {**said["cost"], "tables": tables}
        return _json(said)

    def _known(self, name: Any, where: str) -> Dict[str, Any]:
        if str(name) not in self._features:
            known = ", ".join(map(repr, list(self._features)[:12]))
            raise BadInput(f"{where}: there is no column {str(name)!r}; the columns are {known}")
        return self._features[str(name)]

    def _label(self, name: Any, level: Any) -> Any:
        column = self._table.by_title.get(str(name)) if self._table is not None else None
        return column.label(level) if column is not None and column.levels is not None else level

    def _limit(self, limit: Any) -> Any:
        """A limit with the labels of levels in place of Python's values."""
        if isinstance(limit, Mapping):
            said = {key: self._limit(value) for key, value in limit.items()}
            for key in ("allow", "in"):
                if "feature" in limit and isinstance(limit.get(key), (list, tuple, set)):
                    said[key] = [self._label(limit["feature"], level) for level in limit[key]]
            return said
        return [self._limit(value) for value in limit] if isinstance(limit, (list, tuple)) else limit

    @staticmethod
    def _dice(target: Any, request: Dict[str, Any]) -> Any:
        """The target, which may have DiCE's names."""
        for name in ("desired_class", "desired_range"):
            wanted = request.pop(name, None)
            if wanted is not None:
                if target is not None:
                    raise BadInput(f"target and {name} say the same; give one of them")
                if name == "desired_range" and (isinstance(wanted, (str, bytes)) or not isinstance(wanted, Iterable)):
                    raise BadInput(f"desired_range is {wanted!r}; give its two ends, (lo, hi), where None is an open end")
                target = tuple(wanted) if name == "desired_range" else wanted
        return target

    # --- answers ---

    def explain(self, row: Any, target: Any = None, *, progress: Optional[Progress] = None, **request: Any) -> Answer:
        """The cheapest change of a row that reaches the target, with its proof.

        Args:
            row: a row of X: a Series, a dictionary by column, a DataFrame of one row, or values in the order of the columns, of shape (columns,).
            target: a class, as the model names it; "opposite" (or nothing) for the other one of two; (lo, hi) for a model that predicts a number; or a target
                document, {"class": 1, "min_probability": 0.7}.
            progress: is called with the cost of the best so far (or None), the proved bound and the number of nodes, at most every 100 ms. Where it gives True
                the search ends.
            **request: every field of a request: constraints, cost, norm, count, margin, plausibility, certificate, time_limit (10 seconds), ... Also known are DiCE's
                names: total_CFs, desired_class, desired_range, features_to_vary, permitted_range.

        Returns:
            An Answer, which the fitted model itself has confirmed.

        Raises:
            BadInput: the row or the request is wrong.
            NotAttained: the fitted model does not decide as the answer promises.
            EngineFault: the engine failed.
        """
        target = self._dice(target, request)
        if progress is not None and not callable(progress):
            raise BadInput(f"progress is {progress!r}; give a function of the best cost, the bound and the nodes. A line on standard error is for many rows, explain_frame(X, progress=True)")
        asked = self.request(row, target, **request)
        document = json.loads(self._native.explain(json.dumps(asked, allow_nan=False), progress))
        answer = self._told(document, asked, row)
        self._confirm([answer])
        return answer

    def explain_rows(self, rows: Any, target: Any = None, *, jobs: Optional[int] = None, progress: Union[None, bool, Progress] = None, **request: Any) -> List[Answer]:
        """The answers to many rows, in their order, by `jobs` threads (None or -1: as many as there are processors). Of a file without X, `rows` is a table with the names of its
        features, a list of dictionaries by feature, or an array of its own columns. Arguments and errors are those of `explain`; `progress` is True for a
        line on standard error, or is called with the number of answers so far. Where it gives True, the answers that are missing have the status "unknown"."""
        target = self._dice(target, request)
        listed = self._listed(rows)
        frame = self._frame(request)
        if not listed:
            return []
        queries = [self._query(row, i) for i, row in enumerate(listed)]
        wanted = self._targets_of(target, listed, request)
        asked = [{**frame, "query": query, "target": own} for query, own in zip(queries, wanted)]
        if not isinstance(progress, (bool, type(None))) and not callable(progress):
            raise BadInput(f"progress is {progress!r}; give True, or a function of the number of answers")
        shown = _bar(len(asked)) if progress is True else progress or None
        found = self._native.explain_many([json.dumps(one, allow_nan=False) for one in asked], _threads(jobs), shown)
        answers = []
        for i, (one, row, told) in enumerate(zip(asked, listed, found)):
            if told is None:
                answers.append(self._told({"status": "unknown", "counterfactuals": [], "lower_bound": None, "work": {}}, one, row))
                continue
            answered, text = told
            if not answered:
                document = json.loads(text)
                raise BadInput(f"row {i}: {document['message']}", text)
            answers.append(self._told(json.loads(text), one, row))
        self._confirm(answers)
        return answers

    def _targets_of(self, target: Any, rows: List[Any], request: Mapping[str, Any]) -> List[Dict[str, Any]]:
        opposite = self.info["kind"] == "classifier" and (target is None or isinstance(target, str) and target == "opposite" and "opposite" not in self.classes)
        if opposite and len(self.classes) == 2 and rows and self._table is not None and self._word is not None:
            return [{"class": 1 - c} for c in self._word.classes(self._asked(rows))]
        if opposite:
            return [self._target(target, row, request) for row in rows]
        said = self._target(target, None, request)
        return [said] * len(rows)

    def explain_frame(self, X: Any, target: Any = None, *, jobs: Optional[int] = None, progress: Union[None, bool, Progress] = None, **request: Any) -> Any:
        """The answers to all rows of a DataFrame, as a DataFrame with its index and columns: the counterfactuals, and beside them `cf_status`, `cf_cost`,
        `cf_lower_bound` and `cf_changes` (the names of the columns that change). A row without an answer is missing in every column of X; a row with
        several (`total_CFs`) stands there several times. A table of Polars or Arrow gives one of the same library, which has no index: `cf_row` is the number
        of the row. Arguments and errors are those of `explain_rows`.
        """
        pd = pandas()
        given, X = X, pandas_of(X)
        answers = self.explain_rows(X, target, jobs=jobs, progress=progress, **request)
        index = X.index if is_frame(X) else range(len(answers))
        names = self._table.names if self._table is not None else list(self._features)
        rows, labels, added = [], [], []
        for label, answer in zip(index, answers):
            for one in answer.counterfactuals or [None]:  # type: ignore[list-item]
                labels.append(label)
                rows.append([None] * len(names) if one is None else [one.row[name] for name in names])
                changed = None if one is None else [change.feature for change in one.changes]
                added.append((answer.status, math.nan if one is None else one.cost, math.nan if answer.lower_bound is None else answer.lower_bound, changed))
        if self._table is not None and rows:
            made = self._table.table([list(column) for column in zip(*rows)])
            made = made if is_frame(made) else pd.DataFrame(made, columns=names)
        else:
            made = pd.DataFrame(rows, columns=names)
        made.index = pd.Index(labels, name=getattr(index, "name", None))
        for place, name in enumerate(ADDED):
            made[name] = pd.Series([row[place] for row in added], index=made.index, dtype=object if place in (0, 3) else float)
        if given is X:
            return made
        made["cf_row"] = labels
        return as_given(made, given)

    def _told(self, document: Dict[str, Any], request: Dict[str, Any], row: Any) -> Answer:
        """An answer in the columns of X."""
        table = self._table
        values = table.row(row) if table is not None else None
        query = dict(zip(table.names, values)) if table is not None and values is not None else request["query"]
        return Answer(document, request, [self._one(one) for one in document["counterfactuals"]], query)

    def _one(self, one: Dict[str, Any]) -> Counterfactual:
        table = self._table
        numbers = one["values"]
        if table is not None:
            row = dict(zip(table.names, table.values(numbers)))
        else:
            row = {name: _value(feature, numbers) for name, feature in self._features.items()}
        changes = []
        for change in one["changes"]:
            column = table.by_title[change["feature"]] if table is not None else None
            ends = change.get("range")
            changes.append(Change(
                column.name if column is not None else change["feature"], _side(column, change["from"]), _side(column, change["to"]),
                None if ends is None else (_side(column, ends[0]), _side(column, ends[1])), bool(change.get("consequence", False))))
        said = one["prediction"]
        prediction = self.classes[said["class"]] if "class" in said else said["value"]
        return Counterfactual(row, one["cost"], changes, prediction, said.get("scores") or None, one)

    def _confirm(self, answers: Iterable[Answer]) -> None:
        """Gives every answer back to the fitted model. Raises NotAttained where it decides otherwise."""
        table, word = self._table, self._word
        if word is None or self.info["kind"] == "isolation_forest":
            return
        asked = [(answer, one) for answer in answers for one in answer.counterfactuals]
        if not asked:
            return
        if table is not None:
            rows = table.table([list(column) for column in zip(*(one.row.values() for _, one in asked))])
        else:
            rows = np.array([[math.nan if v is None else v for v in one.document["values"]] for _, one in asked], dtype=float)
        if self.info["kind"] != "classifier":
            values = word.values(rows)
            for (answer, one), value in zip(asked, values if values is not None else []):
                ends = answer.request["target"].get("value")
                if ends is not None and not ((ends[0] is None or value >= ends[0]) and (ends[1] is None or value <= ends[1])):
                    _refuse(answer, one, f"the value {value!r}, which lies outside of {ends}")
            return
        least = any("min_probability" in answer.request["target"] for answer, _ in asked)
        probabilities = word.probabilities(rows) if least else None
        for i, ((answer, one), said) in enumerate(zip(asked, word.classes(rows))):
            target = answer.request["target"]
            if "min_probability" in target and probabilities is not None:
                if probabilities[i][target["class"]] < target["min_probability"] - 1e-12:
                    _refuse(answer, one, f"the probability {probabilities[i][target['class']]!r}, less than {target['min_probability']}")
                continue
            if said != one.document["prediction"]["class"]:
                _refuse(answer, one, f"the class {self.classes[said]!r} in place of {one.prediction!r}")

    # --- more ---

    def check(self, answer: Answer) -> Answer:
        """Proves an answer a second time: it is asked for again with a certificate, which the checker, a program that shares nothing with the search, repeats
        step by step; the costs are compared to the last bit, and the fitted model is asked again.

        Returns:
            The second answer, with its `certificate` in `document`.

        Raises:
            BadInput: the request is of a kind that has no certificate, or the answer is not proved.
            EngineFault: the proof does not hold, or ends in another cost.
        """
        if not isinstance(answer, Answer):
            raise BadInput(f"{type(answer).__name__} is no answer; give the Answer that explain has returned")
        if not answer.proved:
            raise BadInput(f"the answer is {answer.status}, not proved; ask with more time_limit")
        asked = {**answer.request, "certificate": True}
        document = json.loads(self._native.proved(json.dumps(asked, allow_nan=False)))
        again = self._told(document, asked, list(answer.query.values()) if isinstance(answer.query, dict) else answer.query)
        self._confirm([again])
        if again.status != answer.status or [one.cost for one in again.counterfactuals[:1]] != [one.cost for one in answer.counterfactuals[:1]]:
            raise EngineFault(f"the proof ends in {again.status} at {again.counterfactuals[:1]}, the answer says {answer.status} at {answer.counterfactuals[:1]}")
        return again

    def predict(self, X: Any) -> Any:
        """The predictions of the model as it was read: an array of classes (as the model names them) or values, of shape (rows,)."""
        classes, _, _, values = self._predictions(X)
        return np.array([self.classes[int(c)] for c in classes]) if self.info["kind"] == "classifier" else values

    def predict_proba(self, X: Any) -> Any:
        """The probabilities of the model as it was read, of shape (rows, classes)."""
        _, scores, _, _ = self._predictions(X)
        if scores.size == 0:
            raise Unsupported("the model has no probabilities; use predict")
        return scores.reshape(-1, len(self.classes))

    def _predictions(self, X: Any) -> List[Any]:
        X = pandas_of(X)
        if self._table is not None:
            numbers: Any = [self._table.numbers(row, i) for i, row in enumerate(self._table.rows(X))]
        else:
            numbers = [self._numbers(row, i) for i, row in enumerate(self._listed(X))]
        return [np.frombuffer(part) for part in self._native.predict(flat(numbers))]

    def regions(self, row: Any, axes: Tuple[Any, Any], window: Optional[Mapping[str, Tuple[float, float]]] = None) -> Dict[str, Any]:
        """The exact decisions on the plane through a row along two columns of numbers or ordered levels.

        Args:
            row: as of `explain`.
            axes: two columns.
            window: {"x": (lo, hi), "y": (lo, hi)}; the columns' ranges where it is left out.

        Returns:
            A dictionary: `x` and `y`, the edges of the cells; `classes`, of shape (cells along y, cells along x), by place among the classes; `scores`, of shape
            (cells along y, cells along x, outputs). Where slanted cuts cross the plane or leaves are linear, `classes` and `scores` go by convex piece, and
            `pieces` has the corners of each, of shape (corners, 2).
        """
        if isinstance(axes, str) or not hasattr(axes, "__len__") or len(axes) != 2:
            raise BadInput(f"axes is {axes!r}; give two columns")
        window = {} if window is None else window
        if not isinstance(window, Mapping) or not set(window) <= {"x", "y"}:
            raise BadInput(f"window is {window!r}; give {{\"x\": (lo, hi), \"y\": (lo, hi)}}")
        try:
            (left, right), (low, high) = (window.get(axis, (math.nan, math.nan)) for axis in ("x", "y"))
            ends = [float(end) for end in (left, right, low, high)]
        except (TypeError, ValueError):
            raise BadInput(f"window is {window!r}; give {{\"x\": (lo, hi), \"y\": (lo, hi)}} of numbers") from None
        for name in axes:
            self._known(name, "axes")
        found = self._native.regions(str(axes[0]), str(axes[1]), flat([self._numbers(row)]), flat([ends]))
        x, y, scores = (np.frombuffer(found[name]) for name in ("x", "y", "scores"))
        classes = np.frombuffer(found["classes"], dtype=np.uint8)
        outputs = max(1, found["outputs"])
        if "points" in found:
            points = np.frombuffer(found["points"]).reshape(-1, 2)
            first = found["first"]
            return {"x": x, "y": y, "classes": classes, "scores": scores.reshape(-1, outputs), "pieces": [points[a:b] for a, b in zip(first[:-1], first[1:])]}
        shape = (len(y) - 1, len(x) - 1)
        return {"x": x, "y": y, "classes": classes.reshape(shape) if classes.size else classes, "scores": scores.reshape(*shape, outputs)}

    def to_mps(self, row: Any, target: Any = None, *, format: str = "mps", program: str = "levels", **request: Any) -> str:
        """The request as a mixed-integer program for another solver, whose optimum is the answer's cost. `format`: "mps" or "lp"; `program`: "levels", or
        "paper" for the program of the OCEAN paper. The other arguments are those of `explain`."""
        target = self._dice(target, request)
        if not isinstance(format, str) or not isinstance(program, str):
            raise BadInput(f"format is {format!r} and program {program!r}; give \"mps\" or \"lp\", and \"levels\" or \"paper\"")
        return self._native.formulation(json.dumps(self.request(row, target, **request), allow_nan=False), format, program)

    def document(self) -> bytes:
        """The model with its schema and background rows in Espalier's JSON: for the command line, the page and other programs."""
        return self._native.document()

    def to_html(self, row: Any, target: Any = None, path: Union[None, str, "os.PathLike[str]"] = None, *, module: Union[None, str, "os.PathLike[str]"] = None,
                **traits: Any) -> str:
        """One self-contained page with the model, the row and the target, for a browser; nothing is loaded from elsewhere.

        Args:
            row, target: as of `explain`.
            path: where to write the page; None writes nothing.
            module: `pkg/inline.js` or `pkg/anywidget.js`, where the wheel has none.
            **traits: `axes`, `subject`, `controls`, `figure`, `theme` of the element.

        Returns:
            The page's text.
        """
        from ._page import html

        text = html(self, row, target, module, traits)
        if path is not None:
            try:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            except OSError as error:
                raise BadInput(f"{os.fspath(path)}: {error.strerror or error}; give a path in a folder that is there") from None
        return text

    def show(self, row: Any, target: Any = None, *, module: Union[None, str, "os.PathLike[str]"] = None, **traits: Any) -> Any:
        """A widget for notebooks with the model, the row and the target (needs anywidget). `module` and `traits` are those of `to_html`."""
        from ._widget import widget

        return widget(self, row, target, module, traits)

    def audit(self, X: Any, target: Any = None, *, by: Any = None, jobs: Optional[int] = None, progress: Union[None, bool, Progress] = None, **request: Any) -> Dict[str, Any]:
        """Who can reach the target, at what cost, by which columns. The arguments are those of `explain_rows`; `by` names a column of X, or has a value a row: the
        same numbers are then told for each group.

        Returns:
            A dictionary with `rows`, `reached` (rows with an answer), `impossible` (rows for which it is proved that there is none), `open` (neither), `cost` (its
            quartiles), `changes` (by column, the share of the answers that change it), `answers`, and with `by` the same of each group as `groups`.
        """
        X = pandas_of(X)
        answers = self.explain_rows(X, target, jobs=jobs, progress=progress, **request)
        said: Dict[str, Any] = {**_summary(answers), "answers": answers}
        if by is not None:
            groups = self._column(X, by) if isinstance(by, str) or np.ndim(by) == 0 else list(by)
            if len(groups) != len(answers):
                raise BadInput(f"by has {len(groups)} values, X {len(answers)} rows; give a value for each row")
            strange = next((i for i, group in enumerate(groups) if not isinstance(group, Hashable)), None)
            if strange is not None:
                raise BadInput(f"by, row {strange}: {groups[strange]!r} is no group; give a text or a number for each row")
            said["groups"] = {group: _summary([a for a, g in zip(answers, groups) if g == group]) for group in dict.fromkeys(groups)}
        return said

    def _column(self, X: Any, name: Any) -> List[Any]:
        """The values of a column in a table as `explain_rows` takes it."""
        if is_frame(X):
            if name not in X.columns:
                raise BadInput(f"by: the table has no column {name!r}; its columns are {', '.join(map(repr, list(X.columns)[:12]))}")
            return X[name].tolist()
        names = self._table.names if self._table is not None else list(self._features)
        if name not in names:
            raise BadInput(f"by: there is no column {name!r}; the columns are {', '.join(map(repr, names[:12]))}")
        return [row[name] if isinstance(row, Mapping) else row[names.index(name)] for row in self._listed(X)]


def _summary(answers: List[Answer]) -> Dict[str, Any]:
    reached = [answer for answer in answers if answer]
    costs = [answer.cost for answer in reached]
    counts: Dict[Any, int] = {}
    for answer in reached:
        for change in answer.changes:
            counts[change.feature] = counts.get(change.feature, 0) + 1
    quartiles = dict(zip(("min", "lower", "median", "upper", "max"), np.quantile(costs, [0, 0.25, 0.5, 0.75, 1]).tolist())) if costs else None
    impossible = sum(answer.status == "infeasible" for answer in answers)
    return {"rows": len(answers), "reached": len(reached), "impossible": impossible, "open": len(answers) - len(reached) - impossible, "cost": quartiles,
            "changes": {name: count / len(reached) for name, count in sorted(counts.items(), key=lambda item: -item[1])}}


def _refuse(answer: Answer, one: Counterfactual, said: str) -> None:
    changes = "; ".join(map(str, one.changes))
    raise NotAttained(f"the model itself gives {said} to the counterfactual ({changes}); the answer is not returned. Ask for a margin (margin={{\"distance\": 1e-6}} or "
                      "margin=1e-4), and report the model: this is a fault", answer.document, one.row)


def _model(document: Dict[str, Any]) -> Any:
    return _native.Model(json.dumps(document, allow_nan=False).encode(), "the model")


def _side(column: Optional[Column], value: Any) -> Any:
    """A value of a change in the column's own terms."""
    if column is None or value is None:
        return value if column is None else column.rare
    if column.levels is not None:
        return column.level(value) if isinstance(value, str) else column.value(value)
    return column.value(value)


def _value(feature: Dict[str, Any], numbers: List[Any]) -> Any:
    """The value of a feature of a file without X: a number, or the label of a level."""
    places = feature["columns"]
    if len(places) > 1:
        ones = [label for label, place in zip(feature["labels"], places) if numbers[place] == 1]
        return ones[0] if ones else None
    number = numbers[places[0]]
    if number is not None and "labels" in feature:
        values = feature.get("values", list(range(len(feature["labels"]))))
        return feature["labels"][values.index(number)] if number in values else number
    return number


def _places(feature: Dict[str, Any], value: Any, row: Any) -> List[float]:
    """The numbers of a feature of a file without X, one for each of its columns: the reverse of `_value`."""
    places, labels = feature["columns"], feature.get("labels", [])
    if value is None:
        return [math.nan] * len(places)
    if value in labels:
        level = labels.index(value)
        if len(places) > 1:
            return [1.0 if k == level else 0.0 for k in range(len(places))]
        return [float(feature.get("values", range(len(labels)))[level])]
    if len(places) > 1 or isinstance(value, str):
        known = ", ".join(map(repr, labels[:12]))
        raise BadInput(f"row {row}, {feature['name']!r}: {value!r} is " + (f"not one of its levels; give one of {known}" if labels else "no number; give a number, or None where it is missing"))
    return [float(value)]


def _number_of(value: Any, where: str, remedy: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise BadInput(f"{where}: {value!r} is no number; {remedy}") from None


def _json(value: Any) -> Any:
    """A value as JSON holds it."""
    value = plain(value)
    if isinstance(value, Mapping):
        return {str(key): _json(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_json(part) for part in value]
    if isinstance(value, np.ndarray):
        return [_json(part) for part in value.tolist()]
    if absent(value):
        return None
    if isinstance(value, float) and math.isinf(value):
        raise BadInput(f"{value!r} is no number of a request; leave an end out, or give None, where it is open")
    if isinstance(value, (str, int, float, bool)):
        return value
    raise BadInput(f"{value!r} cannot stand in a request; give numbers, texts, lists and dictionaries")


def _threads(jobs: Any) -> int:
    """So many threads; for None, and for -1 as joblib has it, one a processor."""
    if jobs is None or jobs == -1 and not isinstance(jobs, bool):
        return _processors()
    if isinstance(jobs, bool) or not isinstance(jobs, (int, np.integer)) or jobs < 1:
        raise BadInput(f"jobs is {jobs!r}; give a number of threads, or -1 for one a processor")
    return int(jobs)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _bar(count: int) -> Progress:
    """A line on standard error that tells how many rows are answered."""
    import sys

    def shown(done: int) -> None:
        filled = 30 * done // max(1, count)
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {count}" + ("\n" if done >= count else ""))
        sys.stderr.flush()

    return shown
