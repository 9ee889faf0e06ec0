"""The columns of X: their kinds and levels, and rows as numbers and back. Numbers are doubles; a column of single precision is read as one of
doubles."""

from __future__ import annotations

import math
import sys
from typing import Any, Dict, Iterable, List, Optional, Sequence

import numpy as np

from ._errors import BadInput, Unsupported

#: Rows from which on a column of floats that are all whole counts as one of whole numbers. Fewer say little. As the engine's own guess has it.
WHOLE_FROM = 20
#: Most levels of a column of texts. More are names rather than categories, and an answer that changes one helps nobody. By hand.
MOST_LEVELS = 4096


def absent(value: Any) -> bool:
    """Whether a value is missing: None, NaN, or pandas' NA and NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)


def plain(value: Any) -> Any:
    """A value of Python for one of NumPy."""
    return value.item() if isinstance(value, np.generic) else value


def is_frame(X: Any) -> bool:
    """Whether it is a DataFrame of pandas."""
    return hasattr(X, "iloc") and hasattr(X, "columns")


def pandas() -> Any:
    """The module pandas."""
    try:
        import pandas as module
    except ImportError:
        raise Unsupported("this needs pandas, which is not installed; pip install pandas, or use explain for each row") from None
    return module


def pandas_of(X: Any) -> Any:
    """A DataFrame of pandas for one of Polars or a table of Arrow."""
    if type(X).__name__ == "LazyFrame":
        raise BadInput("a LazyFrame has no rows yet; give X.collect()")
    if X is None or is_frame(X) or not hasattr(X, "to_pandas"):
        return X
    return X.to_pandas()


def two_dimensional(X: Any) -> Any:
    """A DataFrame, or an array of two dimensions. Raises BadInput for anything else."""
    X = pandas_of(X)
    if is_frame(X):
        return X
    if callable(getattr(X, "predict", None)):
        raise BadInput(f"X is a {type(X).__name__}; give the model first, then the table: Explainer(model, X, y)")
    if hasattr(X, "toarray"):
        raise BadInput(f"X is a {type(X).__name__}; give X.toarray()")
    try:
        made = np.asarray(X)
    except ValueError:
        raise BadInput("X has rows of several lengths; give each row a value for every column") from None
    if made.ndim != 2:
        raise BadInput(f"X is a {type(X).__name__}{f' of {made.ndim} dimensions' if made.ndim else ''}; give a DataFrame, or an array of two dimensions: a row for each case, a column for each feature")
    return made


def rows_of(X: Any) -> Any:
    """A table that has rows: a DataFrame of pandas for one of Polars or Arrow, or anything else to go through. Raises BadInput for anything that has none."""
    X = pandas_of(X)
    if X is None or isinstance(X, (str, bytes)) or not isinstance(X, Iterable):
        raise BadInput(f"the table is {X!r}; give a DataFrame with the columns of X, or a list of rows")
    return X


def as_given(frame: Any, X: Any) -> Any:
    """A DataFrame of pandas as a table of X's library, with the types of X in X's columns. Floats and decimals stay doubles: a rounded value could lie on the
    other side of a cut."""
    if module_of(X) == "polars":
        import polars

        made = polars.from_pandas(frame, nan_to_null=True)
        return made.cast({name: kind for name, kind in X.schema.items() if name in made.columns and not (kind.is_float() or kind.is_decimal())})
    import pyarrow

    made = pyarrow.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(None)
    for place, name in enumerate(made.column_names):
        kind = X.schema.field(name).type if name in X.column_names else None
        if kind is not None and not (pyarrow.types.is_floating(kind) or pyarrow.types.is_decimal(kind)):
            made = made.set_column(place, name, _cast(made.column(place), kind))
    return made


def _cast(values: Any, kind: Any) -> Any:
    """A column of Arrow in another type; Arrow casts no dictionary to another one but by its values."""
    import pyarrow

    return values.cast(kind.value_type).dictionary_encode().cast(kind) if pyarrow.types.is_dictionary(kind) else values.cast(kind)


class Column:
    """One column of X.

    Attributes:
        name: as X names it; without names x0, x1, ...
        kind: "numeric", "integer", "binary", "ordinal", "categorical", or "constant".
        levels: the values of a column that is no number, in the order of `codes`; None of numbers.
        codes: the numbers that stand for the levels in the document.
        places: the document's columns: one, or one for each level (one-hot).
        dtype: pandas' or NumPy's type.
        rare: the way in which X writes a missing value of this column; NaN where X has none.
    """

    def __init__(self, name: Any, kind: str, levels: Optional[List[Any]], dtype: Any, place: int, codes: Optional[Sequence[float]] = None, rare: Any = math.nan) -> None:
        self.name, self.kind, self.levels, self.dtype, self.rare = name, kind, levels, dtype, rare
        self.codes = list(range(len(levels or ()))) if codes is None else list(codes)
        self.places = [place]
        self.low: Optional[float] = None
        self.high: Optional[float] = None
        self._of = {} if levels is None else {level: code for level, code in zip(levels, self.codes)}
        self._level = {} if levels is None else {code: level for level, code in zip(levels, self.codes)}
        texts = [str(level) for level in levels or ()]
        self.labels = texts if len(set(texts)) == len(texts) else [repr(level) for level in levels or ()]

    @property
    def title(self) -> str:
        """The feature's name in documents."""
        return str(self.name)

    @property
    def one_hot(self) -> bool:
        return len(self.places) > 1

    def label(self, level: Any) -> Any:
        """The label of a level; the value itself where it is none."""
        try:
            return self.labels[self.codes.index(self._of[plain(level)])]
        except (KeyError, TypeError):
            return plain(level)

    def level(self, label: str) -> Any:
        """The level of a label."""
        return self.levels[self.labels.index(label)] if self.levels is not None and label in self.labels else label

    def number(self, value: Any, row: Any) -> float:
        """The number that stands for a value; NaN where it is missing. Raises BadInput for a value that the column cannot hold."""
        if absent(value):
            return math.nan
        value = plain(value)
        if self.levels is not None:
            try:
                return self._of[value]
            except (KeyError, TypeError):
                known = ", ".join(repr(level) for level in self.levels[:12]) + (", ..." if len(self.levels) > 12 else "")
                raise BadInput(f"row {row}, column {self.title!r}: {value!r} is not one of its values; give one of {known}") from None
        try:
            return float(value)
        except (TypeError, ValueError):
            raise BadInput(f"row {row}, column {self.title!r}: {value!r} is no number; give a number, or None where it is missing") from None

    def value(self, number: Optional[float]) -> Any:
        """The value for which a number stands."""
        if number is None or number != number:
            return self.rare
        if self.levels is not None:
            return self._level[number]
        whole = self.kind == "integer" and np.issubdtype(_numpy(self.dtype), np.integer)
        return int(number) if whole else float(number)

    def feature(self) -> Dict[str, Any]:
        """The column as a feature of a schema."""
        place: Dict[str, Any] = {"columns": self.places} if self.one_hot else {"column": self.places[0]}
        said: Dict[str, Any] = {"name": self.title, "kind": self.kind, **place}
        if self.kind == "constant":
            return {**said, "kind": "numeric", "min": self.codes[0], "max": self.codes[0], "change": "fixed"}
        if self.levels is not None:
            said["labels"] = self.labels
            if not self.one_hot and self.codes != list(range(len(self.levels))):
                said["values"] = self.codes
            return said
        if self.low is not None and self.high is not None and self.low < self.high:
            said.update(min=self.low, max=self.high)
        return said


def _numpy(dtype: Any) -> Any:
    """NumPy's type of a type that may be pandas' own."""
    return getattr(dtype, "numpy_dtype", dtype) if not hasattr(dtype, "categories") else np.dtype(object)


class Table:
    """The columns of X, for rows as numbers and back."""

    def __init__(self, X: Any, known: Optional[Dict[int, Any]] = None) -> None:
        """`known` has, by column, the levels that an encoder knows, and whether they have an order."""
        self.frame = is_frame(X)
        self.names = list(X.columns) if self.frame else [f"x{c}" for c in range(X.shape[1])]
        self.object = not self.frame and X.dtype.kind not in "fiub"
        titles = [str(name) for name in self.names]
        twice = {title for title in titles if titles.count(title) > 1}
        if twice:
            raise BadInput(f"X has more than one column called {sorted(twice)[0]!r}; give each column a name of its own")
        if len(X) == 0:
            raise BadInput("X has no rows; give the table that the model was fitted to")
        self.columns = [column_of(name, X.iloc[:, c] if self.frame else X[:, c], c, (known or {}).get(c)) for c, name in enumerate(self.names)]
        self.by_title = {column.title: column for column in self.columns}

    @property
    def width(self) -> int:
        """The document's number of columns."""
        return sum(len(column.places) for column in self.columns)

    def spread(self) -> None:
        """Gives each category a column for each of its levels, for models that weigh columns."""
        place = 0
        for column in self.columns:
            count = len(column.codes) if column.kind == "categorical" else 1
            column.places = list(range(place, place + count))
            if count > 1:
                column.codes = list(range(count))
                column._of = dict(zip(column.levels or (), column.codes))
                column._level = dict(zip(column.codes, column.levels or ()))
            place += count

    # --- rows as values ---

    def rows(self, X: Any) -> List[List[Any]]:
        """The values of a table, a list a row, in the order of the columns."""
        X = rows_of(X)
        if is_frame(X):
            names = list(X.columns)
            twice = next((name for name in self.names if self.frame and names.count(name) > 1), None)
            if twice is not None:
                raise BadInput(f"the table has more than one column called {str(twice)!r}; give each column of X once")
            missing = [name for name in self.names if name not in X.columns] if self.frame else []
            if missing:
                raise BadInput(f"the table lacks the column {str(missing[0])!r}; give every column of X")
            part = X[self.names] if self.frame else X
            return [list(row) for row in zip(*(part.iloc[:, c].tolist() for c in range(part.shape[1])))] if len(part) else []
        return [self.row(row, i) for i, row in enumerate(X)]

    def row(self, row: Any, number: Any = 0) -> List[Any]:
        """The values of one row: a mapping by column, a Series, a DataFrame of one row, or values in the order of the columns."""
        if hasattr(row, "columns"):
            row = pandas_of(row)
        if is_frame(row):
            if len(row) != 1:
                raise BadInput(f"the table has {len(row)} rows where one is needed; give one of them, X.iloc[i] or X[i : i + 1], or use explain_frame")
            return self.rows(row)[0]
        if hasattr(row, "keys") and hasattr(row, "__getitem__"):
            keys = {str(key): key for key in row.keys()}
            if not self.frame and all(str(key).isdigit() for key in keys):
                return self.row([row[keys[key]] for key in keys], number)
            missing = [column.title for column in self.columns if column.title not in keys]
            extra = [key for key in keys if key not in self.by_title]
            if missing:
                raise BadInput(f"row {number} lacks the column {missing[0]!r}{'; it has ' + repr(extra[0]) + ' instead' if extra else ''}; give every column of X")
            return [row[keys[column.title]] for column in self.columns]
        values = np.asarray(row, dtype=object).reshape(-1).tolist() if not isinstance(row, (list, tuple)) else list(row)
        if len(values) != len(self.columns) and (row is None or isinstance(row, (str, bytes, int, float, np.generic))):
            raise BadInput(f"row {number} is {plain(row)!r}; give X.iloc[0] or the like, a dictionary by column, or a value for each column, in its order")
        if len(values) != len(self.columns):
            raise BadInput(f"row {number} has {len(values)} values, X {len(self.columns)} columns; give a value for each column, in its order")
        return values

    def numbers(self, values: Sequence[Any], row: Any = 0) -> List[float]:
        """The document's numbers for the values of a row."""
        said: List[float] = []
        for column, value in zip(self.columns, values):
            number = column.number(value, row)
            if not column.one_hot:
                said.append(number)
            elif number != number:
                said.extend([math.nan] * len(column.places))
            else:
                said.extend(1.0 if code == number else 0.0 for code in column.codes)
        return said

    def values(self, numbers: Sequence[Optional[float]]) -> List[Any]:
        """The values of a row for the document's numbers."""
        said = []
        for column in self.columns:
            if column.one_hot:
                ones = [code for code, place in zip(column.codes, column.places) if numbers[place] == 1]
                said.append(column.value(ones[0] if ones else None))
            else:
                said.append(column.value(numbers[column.places[0]]))
        return said

    # --- tables ---

    def table(self, columns: Sequence[Sequence[Any]], index: Any = None, floats: bool = False) -> Any:
        """A table as the model takes it, of lists of values by column: a DataFrame with the types of X, or an array. `floats`: whole numbers too are
        given as doubles."""
        if not self.frame:
            if self.object:
                made = np.empty((len(columns[0]), len(columns)), dtype=object)
                for c, values in enumerate(columns):
                    made[:, c] = values
                return made
            return np.column_stack([np.asarray(values, dtype=float) for values in columns])
        pd = pandas()
        made = {}
        for c, (column, values) in enumerate(zip(self.columns, columns)):
            made[c] = self._series(pd, column, values, floats)
        frame = pd.DataFrame(made)
        frame.columns = self.names
        if index is not None:
            frame.index = index
        return frame

    @staticmethod
    def _series(pd: Any, column: Column, values: Sequence[Any], floats: bool) -> Any:
        dtype = column.dtype
        if column.levels is None:
            array = np.array([math.nan if absent(v) else v for v in values] if not isinstance(values, np.ndarray) else values, dtype=float)
            own = _numpy(dtype)
            if floats or getattr(own, "kind", "O") != "i" and getattr(own, "kind", "O") != "u":
                return pd.Series(array)
            if own is dtype and np.isnan(array).any():
                return pd.Series(array)
            return pd.Series([None if math.isnan(v) else int(v) for v in array], dtype=dtype)
        lacks = any(absent(value) for value in values)
        if getattr(dtype, "kind", "O") in "iub" and lacks and getattr(dtype, "numpy_dtype", None) is None:
            return pd.Series(list(values), dtype=object)
        if getattr(dtype, "kind", "O") == "f":
            return pd.Series([math.nan if absent(v) else float(v) for v in values])
        return pd.Series(list(values), dtype=dtype)


def column_of(name: Any, values: Any, place: int, known: Any) -> Column:
    """A column with its kind, by its type, its values and the levels that an encoder knows of it."""
    dtype = values.dtype
    present = [plain(v) for v in values.tolist() if not absent(v)]
    rare = next((v for v in values.tolist() if absent(v)), math.nan) if len(present) < len(values) else math.nan
    if known is not None:
        levels, ordered, open_ = known
        own = [plain(v) for v in dtype.categories] if getattr(dtype, "ordered", False) and hasattr(dtype, "categories") else []
        if own and set(levels) <= set(own):
            levels, ordered = [v for v in own if open_ or v in set(levels)], True
        elif open_:
            levels = levels + sorted({v for v in present if v not in set(levels)}, key=str)
        return leveled(name, levels, "ordinal" if ordered else "categorical", dtype, place, rare)
    if hasattr(dtype, "categories"):
        levels = [plain(v) for v in dtype.categories]
        return leveled(name, levels, "ordinal" if dtype.ordered else "categorical", dtype, place, rare)
    if getattr(dtype, "kind", "O") == "b" or (present and all(isinstance(v, bool) for v in present)):
        return leveled(name, [False, True], "binary", dtype, place, rare)
    if not all(isinstance(v, (int, float)) for v in present) or not present:
        levels = set(present)
        if len(levels) > MOST_LEVELS:
            raise Unsupported(f"the column {str(name)!r} has {len(levels)} different texts; leave it out of the model, or give numbers")
        strange = next((v for v in levels if not isinstance(v, (str, int, float, bool))), None)
        if strange is not None:
            raise Unsupported(f"the column {str(name)!r} holds {strange!r}; give numbers, texts, booleans or categories")
        return leveled(name, sorted(levels, key=lambda v: (isinstance(v, str), v)), "categorical", dtype, place, rare)
    whole = all(float(v).is_integer() for v in present)
    integers = getattr(dtype, "kind", "O") in "iu"
    if whole and (integers or len(present) >= WHOLE_FROM):
        if set(present) == {0, 1}:
            return leveled(name, [int(0), int(1)] if integers else [0.0, 1.0], "binary", dtype, place, rare)
        kind = "integer"
    else:
        kind = "numeric"
    column = Column(name, kind, None, dtype, place, rare=rare)
    finite = [float(v) for v in present if math.isfinite(v)]
    if finite:
        column.low, column.high = min(finite), max(finite)
    return column


def leveled(name: Any, levels: List[Any], kind: str, dtype: Any, place: int, rare: Any, codes: Optional[Sequence[float]] = None) -> Column:
    """A column of levels. One level alone is a constant."""
    return Column(name, kind if len(levels) > 1 else "constant", levels or [""], dtype, place, codes, rare)


def flat(rows: Iterable[Sequence[float]]) -> bytes:
    """Rows as bytes of doubles."""
    return np.asarray(list(rows), dtype=np.float64).tobytes()


def module_of(thing: Any) -> str:
    """The library of an object, by its class and those above it."""
    for kind in type(thing).__mro__:
        first = kind.__module__.split(".")[0]
        if first in ("sklearn", "xgboost", "lightgbm", "catboost", "treeple", "isotree", "keras", "tensorflow", "onnx", "imblearn"):
            return first
    return type(thing).__module__.split(".")[0]


def loaded(module: str) -> Any:
    """A module that is imported already."""
    return sys.modules.get(module)
