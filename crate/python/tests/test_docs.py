"""The lines of the documents run, and the reference names every call."""

import inspect
import re

import pytest
from conftest import ROOT
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import espalier_xai
from espalier_xai import Explainer


@pytest.mark.parametrize("page", ["README.md", "docs/contract/python.md", "docs/guide/start.md", "docs/guide/batch.md", "crate/python/README.md"])
def test_the_lines_of_a_page_run(page, loan_table):
    X, y = loan_table
    pipeline = make_pipeline(ColumnTransformer([("levels", OneHotEncoder(), ["job", "housing", "education"]), ("numbers", StandardScaler(), ["amount", "age"])], remainder="passthrough"), RandomForestClassifier(20, max_depth=5, random_state=0)).fit(X, y)
    [lines] = [block for block in re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.S | re.M) if "Explainer(pipeline, X, y)" in block]
    names = {"pipeline": pipeline, "X": X, "y": y}
    exec(lines, names)
    assert names["answer"].status == "optimal"
    if "frame" in names:
        assert (pipeline.predict(names["frame"][X.columns]) != pipeline.predict(X.head(200))).all()


def test_the_reference_names_every_call_and_argument():
    page = (ROOT / "docs" / "contract" / "python.md").read_text(encoding="utf-8")
    calls = [(name, call) for name, call in inspect.getmembers(Explainer, inspect.isfunction) if not name.startswith("_") or name == "__init__"]
    assert len(calls) > 12
    for name, call in calls:
        for argument in inspect.signature(call).parameters:
            assert argument in ("self", "rows") or re.search(rf"\b{argument}\b", page), (name, argument)
        assert name == "__init__" or f"`{name}" in page, name
        assert name == "__init__" or call.__doc__, name
    for name in espalier_xai.__all__:
        assert name.startswith("__") or name in ("Change", "Counterfactual") or f"`{name}" in page or f"[`{name}`]" in page, name
