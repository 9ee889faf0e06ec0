"""Tables of Polars and Arrow: the same answers as of pandas, in tables of the same library and of the same types, but for single precision."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from espalier_xai import Explainer

LEVELS = ["none", "school", "BSc", "MSc"]
OF = {
    "polars": lambda X: pl.from_pandas(X).cast({"job": pl.Categorical, "education": pl.Enum(LEVELS), "amount": pl.Float32, "age": pl.Int8}),
    "arrow": lambda X: pa.Table.from_pandas(X.astype({"education": pd.CategoricalDtype(LEVELS, ordered=True), "amount": "float32"}), preserve_index=False),
}


def kinds(table, X):
    """The types of X's columns."""
    return {name: table.schema.field(name).type if isinstance(table, pa.Table) else table.schema[name] for name in X.columns}


@pytest.fixture(scope="module")
def fitted(loan_table):
    X, y = loan_table
    steps = ColumnTransformer([("levels", OneHotEncoder(), ["job", "housing", "education"])], remainder="passthrough")
    return X, y, make_pipeline(steps, RandomForestClassifier(20, max_depth=5, random_state=0)).fit(X, y)


@pytest.mark.parametrize("library", OF)
def test_answers_are_those_of_pandas_in_the_library_and_types_of_the_table(fitted, library):
    X, y, pipeline = fitted
    table = OF[library](X)
    first = table[:12]
    given = Explainer(pipeline, table, y).explain_frame(first, "accepted", total_CFs=2)
    same = table.to_pandas()
    beside = Explainer(pipeline, same, y).explain_frame(same.head(12), "accepted", total_CFs=2)
    assert type(given) is type(table)
    assert kinds(given, X) == {**kinds(table, X), "amount": pa.float64() if library == "arrow" else pl.Float64}
    said = given.to_pandas()
    assert list(said.cf_row) == list(beside.index)
    for name in ("cf_status", "cf_cost", "cf_lower_bound", "job", "amount", "months"):
        assert list(said[name].dropna()) == list(beside[name].dropna()), name
    assert [list(names) for names in said.cf_changes.dropna()] == list(beside.cf_changes.dropna())


@pytest.mark.parametrize("library", OF)
def test_rows_without_an_answer_are_missing_and_keep_the_types(fitted, library):
    X, y, pipeline = fitted
    table = OF[library](X)
    given = Explainer(pipeline, table, y).explain_frame(table[:40], "accepted", features_to_vary=["rate"])
    said = given.to_pandas()
    out = said.cf_status == "infeasible"
    assert 0 < out.sum() < 40
    assert said.loc[out, ["amount", "months", "job", "cf_cost", "cf_changes"]].isna().all(axis=None)
    assert kinds(given, X)["months"] == kinds(table, X)["months"]
