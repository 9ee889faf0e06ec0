"""A pipeline's last step as a model of the columns of X.

Each step before the last one treats columns by themselves: scalers and imputers of numbers, encoders of levels. So each column that the last step
reads is a function of one column of X. A split on it becomes a split on that column of X: of levels the set of those that go left, of numbers the
largest double that goes left, which is found by asking the pipeline's own steps, with their own rounding. So a split of the document parts the rows
of X exactly as the pipeline does. Weighted sums, of linear models and networks, are folded into weights of X's columns.
"""

from __future__ import annotations

import math
import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ._errors import BadInput, Unsupported
from ._table import Column, Table, absent, is_frame, plain

#: Steps that treat each column by itself, and never give a larger number less.
COLUMNWISE = ("OneHotEncoder", "OrdinalEncoder", "StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler", "SimpleImputer", "Binarizer",
              "VarianceThreshold", "SelectKBest", "SelectPercentile", "SelectFromModel")
#: Thresholds are looked for between these ends: beyond them a scaler's numbers overflow.
FAR = 1e100
#: Share by which a scaler may differ from a straight line at the numbers that are tried; more than rounding of doubles.
STRAIGHT = 1e-9


def check_steps(steps: Sequence[Any]) -> None:
    """Refuses steps whose columns do not follow from one column each."""
    for step in steps:
        kind = type(step).__name__
        if step is None or isinstance(step, str):
            continue
        if hasattr(step, "transformers_") or hasattr(step, "transformers"):
            if not hasattr(step, "transformers_"):
                raise Unsupported(f"the pipeline's {kind} is not fitted; call fit first")
            check_steps([transformer for _, transformer, _ in step.transformers_])
        elif hasattr(step, "steps"):
            check_steps([inner for _, inner in step.steps])
        elif kind == "FunctionTransformer" and step.func is None:
            continue
        elif kind not in COLUMNWISE:
            raise Unsupported(f"the pipeline's step {kind} is not read: only steps that treat each column by itself are ({', '.join(COLUMNWISE)}, ColumnTransformer, "
                              "Pipeline, passthrough). Fit the model behind it to the table that the step gives, and explain that model")


def known_levels(steps: Sequence[Any], X: Any) -> Dict[int, Tuple[List[Any], bool, bool]]:
    """By column of X: the levels that an encoder knows of it, whether their order was stated, and whether others are allowed."""
    found: Dict[int, Tuple[List[Any], bool, bool]] = {}
    _walk(list(steps), _fitted_to(steps, X), found)
    return found


def _fitted_to(steps: Sequence[Any], X: Any) -> List[int]:
    """The places in X of the columns that the first step was fitted to, in its order. By name where it knows names: X may have them in another order,
    and more. Raises BadInput where X lacks one."""
    first = next((step for step in steps if not isinstance(step, str)), None)
    names = getattr(first, "feature_names_in_", None)
    if names is not None and is_frame(X):
        own = list(X.columns)
        missing = next((name for name in names if name not in own), None)
        if missing is not None:
            raise BadInput(f"X lacks the column {str(missing)!r}, to which the pipeline was fitted; give the columns that it was fitted to")
        return [own.index(name) for name in names]
    wanted = getattr(first, "n_features_in_", X.shape[1])
    if X.shape[1] != wanted:
        raise BadInput(f"X has {X.shape[1]} columns, the pipeline was fitted to {wanted}; give the columns that it was fitted to")
    return list(range(X.shape[1]))


def _walk(steps: Sequence[Any], columns: List[int], found: Dict[int, Tuple[List[Any], bool, bool]]) -> None:
    for step in steps:
        kind = type(step).__name__
        if step is None or isinstance(step, str):
            continue
        if hasattr(step, "transformers_"):
            for name, transformer, _ in step.transformers_:
                own = step._transformer_to_input_indices.get(name, [])
                _walk([transformer], [columns[c] for c in own], found)
            return
        if hasattr(step, "steps"):
            _walk([inner for _, inner in step.steps], columns, found)
            return
        if kind in ("OneHotEncoder", "OrdinalEncoder"):
            ordered = kind == "OrdinalEncoder" and not isinstance(step.categories, str)
            for column, levels in zip(columns, step.categories_):
                levels = [plain(v) for v in levels if not absent(plain(v))]
                if column not in found or len(levels) > len(found[column][0]):
                    found[column] = (levels, ordered, step.handle_unknown != "error")
                elif ordered:
                    found[column] = (levels, True, found[column][2])
            return
        if kind == "SimpleImputer":
            if step.add_indicator:
                return
            kept = getattr(step, "keep_empty_features", False)
            columns = [c for c, value in zip(columns, step.statistics_) if kept or not absent(plain(value))]
        elif hasattr(step, "get_support"):
            columns = [c for c, kept in zip(columns, step.get_support()) if kept]


class Fold:
    """The steps before a pipeline's last one, as functions of the columns of X."""

    def __init__(self, transform: Callable[[Any], Any], table: Table, X: Any) -> None:
        self.transform, self.table = transform, table
        rows = table.rows(X)
        whole = [row for row in rows if not any(absent(v) for v in row)]
        self.template = whole[0] if whole else self._filled(rows)
        self.columns = table.columns
        self._probe(rows)

    def _filled(self, rows: List[List[Any]]) -> List[Any]:
        """A row with a value in every column."""
        return [next((row[c] for row in rows if not absent(row[c])), math.nan) for c in range(len(self.table.columns))]

    def asked(self, columns: Dict[int, Sequence[Any]], count: int) -> Any:
        """The numbers that the last step receives for so many rows: the template with other values in some columns."""
        values = [columns.get(c, [value] * count) for c, value in enumerate(self.template)]
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            said = self.transform(self.table.table(values, floats=True))
        said = said.toarray() if hasattr(said, "toarray") else said.to_numpy() if hasattr(said, "to_numpy") else said
        try:
            return np.asarray(said, dtype=float)
        except (TypeError, ValueError):
            raise Unsupported("the steps before the model give something else than numbers; encode each column of texts by OneHotEncoder or OrdinalEncoder") from None

    def _probe(self, rows: List[List[Any]]) -> None:
        """Finds, for each number that the last step receives, the column of X from which it follows."""
        base = self.asked({}, 1)[0]
        self.outputs = len(base)
        self.source: List[Optional[int]] = [None] * self.outputs
        self.levels: Dict[int, Any] = {}
        self.missing: Dict[int, Any] = {}
        for c, column in enumerate(self.columns):
            if column.levels is not None:
                tried: List[Any] = list(column.levels)
            else:
                numbers = sorted({float(row[c]) for row in rows if not absent(row[c])})
                step = max(1, len(numbers) // 200)
                tried = numbers[::step] + numbers[-1:] + [numbers[0] - 1.0, numbers[-1] + 1.0] if numbers else [0.0, 1.0]
            said = self.asked({c: tried}, len(tried))
            if column.levels is not None:
                self.levels[c] = said
            try:
                self.missing[c] = self.asked({c: [column.rare]}, 1)[0]
            except Unsupported:
                raise
            except Exception:  # the steps take no missing value there
                pass
            also = [said] if c not in self.missing else [said, self.missing[c][None, :]]
            moved = np.zeros(self.outputs, dtype=bool)
            for part in also:
                moved |= ((part != base) & ~(np.isnan(part) & np.isnan(base))).any(axis=0)
            for j in np.flatnonzero(moved):
                if self.source[j] is not None:
                    names = f"{self.columns[self.source[j]].title!r} and {column.title!r}"
                    raise Unsupported(f"column {j} of the last step follows from two columns of X, {names}; only steps that treat each column by itself are read")
                self.source[j] = c
        self.base = base

    # --- splits ---

    def split_trees(self, document: Dict[str, Any]) -> Dict[str, Any]:
        """The document with every split on a column of X."""
        single = document["input"] == "float32"
        strict = document["compare"] == "<"

        def left(numbers: Any, thresholds: Any) -> Any:
            with np.errstate(all="ignore"):
                numbers = np.asarray(numbers, dtype=float)
                if single:
                    numbers = numbers.astype(np.float32).astype(float)
                elif document["input"] == "float64_flushed":
                    numbers = np.where(np.abs(numbers) <= 1.0000000180025095e-35, 0.0, numbers)
                return numbers < thresholds if strict else numbers <= thresholds

        parts = [document["trees"]] + ([document["isolation_forest"]["trees"]] if "isolation_forest" in document else [])
        trees = [[plain_tree(tree) for tree in part] for part in parts]
        wanted: Dict[int, set] = {}
        for tree in (tree for part in trees for tree in part):
            for node, j in enumerate(tree["feature"]):
                c = self.source[j] if j >= 0 else None
                if c is not None and self.columns[c].levels is None:
                    wanted.setdefault(j, set()).add(_number(tree["threshold"][node]))
        borders = self.borders(wanted, left)
        made = [[self._tree(tree, left, borders, strict) for tree in part] for part in trees]
        document = {**document, "trees": made[0], "columns": self.table.width, "input": "float64"}
        if len(made) > 1:
            document["isolation_forest"] = {"trees": made[1]}
        return document

    def borders(self, wanted: Dict[int, set], left: Callable[[Any, Any], Any]) -> Dict[Tuple[int, float], float]:
        """By output and threshold, the largest double of its column of X that goes left; infinite where all do, or none does. Bisection over the
        doubles, of all columns at once."""
        lists = {j: np.array(sorted(values)) for j, values in wanted.items()}
        by_column: Dict[int, List[int]] = {}
        for j in lists:
            by_column.setdefault(self.source[j], []).append(j)  # type: ignore[arg-type]
        if not lists:
            return {}
        size = {c: sum(len(lists[j]) for j in js) for c, js in by_column.items()}
        count = max(size.values())
        place = {j: sum(len(lists[i]) for i in js[: js.index(j)]) for js in by_column.values() for j in js}
        low = {c: np.full(size[c], _key(np.array([-FAR]))[0]) for c in by_column}
        high = {c: np.full(size[c], _key(np.array([FAR]))[0]) for c in by_column}

        def goes(keys: Dict[int, Any]) -> Dict[int, Any]:
            asked = {c: np.concatenate([_double(k), np.full(count - len(k), self.template[c], dtype=float)]) for c, k in keys.items()}
            said = self.asked(asked, count)
            result = {c: np.zeros(size[c], dtype=bool) for c in by_column}
            for c, js in by_column.items():
                for j in js:
                    part = slice(place[j], place[j] + len(lists[j]))
                    result[c][part] = left(said[part, j], lists[j])
            return result

        none = {c: ~went for c, went in goes(low).items()}
        every = goes(high)
        for _ in range(64):
            middle = {c: low[c] + (high[c] - low[c]) // np.uint64(2) for c in by_column}
            for c, went in goes(middle).items():
                low[c] = np.where(went, middle[c], low[c])
                high[c] = np.where(went, high[c], middle[c])
            if all((high[c] - low[c] <= 1).all() for c in by_column):
                break
        found = {}
        for c, js in by_column.items():
            numbers = np.where(none[c], -math.inf, np.where(every[c], math.inf, _double(low[c])))
            for j in js:
                for i, threshold in enumerate(lists[j]):
                    found[j, float(threshold)] = float(numbers[place[j] + i])
        return found

    def _tree(self, tree: Dict[str, Any], left: Callable[[Any, Any], Any], borders: Dict[Tuple[int, float], float], strict: bool) -> Dict[str, Any]:
        feature, threshold = list(tree["feature"]), list(tree["threshold"])
        lefts, rights = list(tree["left"]), list(tree["right"])
        rules, sets, intervals = dict(tree.get("missing", {})), {}, {}
        if tree.get("hyperplanes") or tree.get("linear") or tree.get("intervals"):
            raise Unsupported("splits on sums of columns behind a pipeline are not read; fit the model without the pipeline's steps, or explain pipeline[-1] with X as that step receives it")
        for node, j in enumerate(tree["feature"]):
            if j == -1:
                continue
            given = tree.get("categories", {}).get(str(node))
            j = given["column"] if given else j
            went = self._chooser(given, threshold[node], left)
            c = self.source[j]
            rule = rules.pop(str(node), None)
            if c is None:  # the same number for every row
                feature[node], threshold[node] = self.columns[0].places[0], _bound(math.inf if went(self.base[j : j + 1])[0] else -math.inf)
                rules[str(node)] = "left" if went(self.base[j : j + 1])[0] else "right"
                continue
            column = self.columns[c]
            if c in self.missing:
                number = self.missing[c][j]
                if not math.isnan(number):
                    rules[str(node)] = "left" if went(np.array([number]))[0] else "right"
                elif rule is not None:
                    rules[str(node)] = rule
            place = column.places[0]
            feature[node] = place
            if column.levels is None:
                if given:
                    raise Unsupported(f"the model tests the number {column.title!r} by a set of values behind the pipeline; give the column as a category")
                border = borders[j, _number(tree["threshold"][node])]
                threshold[node] = _bound(float(np.nextafter(border, math.inf)) if strict and math.isfinite(border) else border)
                continue
            goes = [bool(g) for g in went(self.levels[c][:, j])]
            self._levels(node, column, goes, feature, threshold, (lefts, rights), rules, sets, intervals)
        made = {**tree, "feature": feature, "threshold": threshold, "left": lefts, "right": rights}
        for name, part in (("missing", rules), ("categories", sets), ("intervals", intervals)):
            made.pop(name, None)
            if part:
                made[name] = part
        return made

    def _chooser(self, given: Optional[Dict[str, Any]], threshold: Any, left: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
        """Which numbers that a node receives go left."""
        if given is None:
            return lambda numbers: left(numbers, _number(threshold))
        inside, unknown = set(given["left"]), given.get("unknown")

        def went(numbers: Any) -> Any:
            said = []
            for number in numbers:
                beyond = unknown is not None and (number < 0 or number >= unknown["from"])
                said.append(unknown["to"] == "left" if beyond else number in inside)
            return np.array(said)

        return went

    @staticmethod
    def _levels(node: int, column: Column, goes: List[bool], feature: List[int], threshold: List[Any], sides: Tuple[List[int], List[int]],
                rules: Dict[str, str], sets: Dict[str, Any], intervals: Dict[str, Any]) -> None:
        """A split by the levels that go left."""
        if all(goes) or not any(goes):
            threshold[node] = _bound(math.inf if goes[0] else -math.inf)
            if column.kind != "categorical":
                return
        if column.kind == "categorical":
            feature[node], threshold[node] = -3, 0
            sets[str(node)] = {"column": column.places[0], "left": [code for code, went in zip(column.codes, goes) if went]}
            return
        changes = [i for i in range(1, len(goes)) if goes[i] != goes[i - 1]]
        if len(changes) > 1:
            feature[node], threshold[node] = -4, 0
            intervals[str(node)] = {"column": column.places[0], "left": _runs(column.codes, goes)}
            return
        threshold[node] = (column.codes[changes[0] - 1] + column.codes[changes[0]]) / 2
        if not goes[0]:
            sides[0][node], sides[1][node] = sides[1][node], sides[0][node]
            if str(node) in rules:
                rules[str(node)] = "right" if rules[str(node)] == "left" else "left"

    # --- sums ---

    def weigh(self, document: Dict[str, Any]) -> Dict[str, Any]:
        """The document of weighted sums, of linear models and networks, with weights of the columns of X."""
        for j, c in enumerate(self.source):
            # Levels that are weighed one by one have no order for a sum.
            if c is not None and self.columns[c].kind == "ordinal" and _bent(self.levels[c][:, j], self.columns[c].codes):
                self.columns[c].kind = "categorical"
        self.table.spread()
        affine = [self._affine(j) for j in range(self.outputs)]
        behind = self.table.width

        def folded(columns: Sequence[int], weights: Sequence[float]) -> Tuple[Dict[int, float], float]:
            said, shift = {}, 0.0
            for j, weight in zip(columns, weights):
                if j >= self.outputs:  # a neuron
                    said[j - self.outputs + behind] = said.get(j - self.outputs + behind, 0.0) + weight
                    continue
                parts, constant = affine[j]
                shift += weight * constant
                for place, factor in parts:
                    said[place] = said.get(place, 0.0) + weight * factor
            return said, shift

        neurons = []
        for neuron in document.get("neurons", []):
            said, shift = folded(neuron["columns"], neuron["weights"])
            columns = sorted(said)
            neurons.append({"constant": neuron["constant"] + shift, "columns": columns, "weights": [said[c] for c in columns]})
        trees = []
        for tree in document["trees"]:
            if any(j >= 0 or j < -2 for j in tree["feature"]):
                raise Unsupported("a model with both splits on single columns and weighted sums behind a pipeline is not read; explain pipeline[-1] with X as that step receives it")
            tree = {**tree, "threshold": list(tree["threshold"]), "value": [value if value is None else list(value) for value in tree["value"]]}
            planes = {}
            for node, plane in tree.get("hyperplanes", {}).items():
                said, shift = folded(plane["columns"], plane["weights"])
                columns = sorted(said) or [0]
                planes[node] = {"columns": columns, "weights": [said.get(c, 0.0) for c in columns]}
                tree["threshold"][int(node)] -= shift
            linear = {}
            for node, leaf in tree.get("linear", {}).items():
                rows = [folded(leaf["columns"], weights) for weights in leaf["weights"]]
                columns = sorted({c for said, _ in rows for c in said})
                linear[node] = {"columns": columns, "weights": [[said.get(c, 0.0) for c in columns] for said, _ in rows]}
                tree["value"][int(node)] = [v + shift for v, (_, shift) in zip(tree["value"][int(node)], rows)]
            for name, part in (("hyperplanes", planes), ("linear", linear)):
                tree.pop(name, None)
                if part:
                    tree[name] = part
            trees.append(tree)
        made = {**document, "trees": trees, "columns": behind, "input": "float64"}
        return {**made, "neurons": neurons} if neurons else made

    def _affine(self, j: int) -> Tuple[List[Tuple[int, float]], float]:
        """A number of the last step as a weighted sum of the document's columns: (column, weight) each, and a constant."""
        c = self.source[j]
        if c is None:
            return [], float(self.base[j])
        column = self.columns[c]
        if column.levels is not None:
            numbers = self.levels[c][:, j]
            if column.one_hot:
                return [(place, float(number)) for place, number in zip(column.places, numbers)], 0.0
            step = (numbers[-1] - numbers[0]) / (column.codes[-1] - column.codes[0]) if len(numbers) > 1 else 0.0
            return [(column.places[0], float(step))], float(numbers[0] - step * column.codes[0])
        low, high = (column.low, column.high) if column.low is not None and column.high is not None and column.low < column.high else (0.0, 1.0)
        far = 2.0 ** math.ceil(math.log2(max(abs(low), abs(high), 1e-300)))
        tried = np.concatenate([[0.0, far, -far], np.linspace(low, high, 21)])
        said = self.asked({c: tried}, len(tried))[:, j]
        factor, constant = (said[1] - said[2]) / (2 * far), said[0]
        if not np.all(np.abs(said - (factor * tried + constant)) <= STRAIGHT * (1.0 + np.abs(said).max())):
            raise Unsupported(f"a step bends the column {column.title!r} before a weighted sum: clipping, or an imputer of numbers that X has; use a scaler without it")
        return [(column.places[0], float(factor))], float(constant)


def _bent(numbers: Any, codes: Sequence[float]) -> bool:
    """Whether the numbers of levels do not lie on a straight line over their codes."""
    steps = np.diff(numbers) / np.diff(np.asarray(codes, dtype=float))
    return bool(len(steps) > 0 and np.ptp(steps) > STRAIGHT * max(1.0, np.abs(steps).max()))


def slanted(document: Dict[str, Any]) -> bool:
    """Whether a document weighs columns."""
    return bool(document.get("neurons")) or any(tree.get("hyperplanes") or tree.get("linear") for tree in document["trees"])


def plain_tree(tree: Dict[str, Any]) -> Dict[str, Any]:
    """A tree node by node, of one that may ask the same in all nodes of a level."""
    if not tree.get("oblivious"):
        return tree
    depth = len(tree["feature"])
    inner, count = 2**depth - 1, 2 ** (depth + 1) - 1
    made: Dict[str, Any] = {"feature": [-1] * count, "threshold": [0] * count, "left": [-1] * count, "right": [-1] * count, "value": [None] * count}
    parts: Dict[str, Dict[str, Any]] = {name: {} for name in ("hyperplanes", "categories", "intervals", "missing")}
    for node in range(inner):
        level = (node + 1).bit_length() - 1
        made["feature"][node], made["threshold"][node] = tree["feature"][level], tree["threshold"][level]
        made["left"][node], made["right"][node] = 2 * node + 1, 2 * node + 2
        for name, part in parts.items():
            if str(level) in tree.get(name, {}):
                part[str(node)] = tree[name][str(level)]
    for leaf in range(inner, count):
        path, number = leaf - inner, 0
        for level in range(depth):  # the first level is the path's highest bit, and the number's lowest
            number |= ((path >> (depth - 1 - level)) & 1) << level
        made["value"][leaf] = tree["value"][number]
    made.update({name: tree[name] for name in ("weight", "output") if name in tree})
    made.update({name: part for name, part in parts.items() if part})
    return made


def _runs(codes: Sequence[float], goes: Sequence[bool]) -> List[List[float]]:
    """The intervals of codes that go left."""
    runs: List[List[float]] = []
    for i, (code, went) in enumerate(zip(codes, goes)):
        if went and i > 0 and goes[i - 1]:
            runs[-1][1] = code
        elif went:
            runs.append([code, code])
    return runs


def _number(threshold: Any) -> float:
    return float(threshold)


def _bound(number: float) -> Any:
    """A threshold as documents write it."""
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _key(numbers: Any) -> Any:
    """Whole numbers in the order of doubles."""
    bits = np.asarray(numbers, dtype=np.float64).view(np.uint64)
    sign = np.uint64(1 << 63)
    return np.where(bits & sign != 0, ~bits, bits | sign)


def _double(keys: Any) -> Any:
    """The doubles of such whole numbers."""
    sign = np.uint64(1 << 63)
    return np.where(keys & sign != 0, keys ^ sign, ~keys).view(np.float64)
