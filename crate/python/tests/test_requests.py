"""Requests, DiCE's names, errors, and the other calls."""

import json
import pickle
import subprocess
import sys
import threading

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import ROOT
from scipy.sparse import csr_matrix
from sklearn.ensemble import IsolationForest, RandomForestClassifier, RandomForestRegressor
from sklearn.preprocessing import OneHotEncoder
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline

import espalier_xai
from espalier_xai import BadInput, Explainer, Unsupported


@pytest.fixture(scope="module")
def asked(loan_table):
    X, y = loan_table
    pipeline = make_pipeline(ColumnTransformer([("levels", OneHotEncoder(), ["job", "housing", "education"])], remainder="passthrough"), RandomForestClassifier(15, max_depth=5, random_state=0)).fit(X, y)
    refused = X[pipeline.predict(X) == "refused"]
    return pipeline, Explainer(pipeline, X, y), refused.iloc[0], refused


def test_names_of_dice(asked):
    pipeline, explainer, row, _ = asked
    answer = explainer.explain(row, total_CFs=3, desired_class="opposite", features_to_vary=["amount", "months", "housing"], permitted_range={"months": [6, 40], "housing": ["own", "rent"]})
    assert 1 <= len(answer) <= 3 and answer[0] is answer.counterfactuals[0] and list(answer[:2]) == list(answer)[:2]
    for one in answer:
        assert {change.feature for change in one.changes} <= {"amount", "months", "housing"}
        assert 6 <= one.row["months"] <= 40 and one.row["housing"] in ("own", "rent")
        assert pipeline.predict(pd.DataFrame([one.row]))[0] == "accepted"
    same = explainer.explain(row, "accepted", constraints=[{"fix": name} for name in ("job", "education", "guarantor", "rate", "age")] + [
        {"range": {"feature": "months", "min": 6, "max": 40}}, {"levels": {"feature": "housing", "allow": ["own", "rent"]}}])
    assert same.cost == answer.cost


def test_rows_may_be_given_in_four_forms(asked):
    _, explainer, row, refused = asked
    costs = {explainer.explain(form).cost for form in (row, dict(row), list(row), refused.iloc[[0]])}
    assert len(costs) == 1


def test_targets(asked):
    _, explainer, row, _ = asked
    likely = explainer.explain(row, {"class": "accepted", "min_probability": 0.7})
    assert likely.counterfactuals[0].probabilities[explainer.classes.index("accepted")] >= 0.7
    best = explainer.explain(row, {"best": {"class": "accepted"}, "budget": 0.3})
    assert best.cost <= 0.3 + 1e-9 and best.document["best"]["value"] > 0


def test_limits_take_pythons_values(asked):
    _, explainer, row, _ = asked
    answer = explainer.explain(row, constraints=[{"levels": {"feature": "guarantor", "allow": [bool(row["guarantor"])]}}, {"max_changes": np.int64(2)}], norm="l0")
    assert answer.row["guarantor"] == row["guarantor"] and len(answer.changes) <= 2


def test_nothing_is_possible(asked):
    _, explainer, row, _ = asked
    answer = explainer.explain(row, features_to_vary=[])
    assert answer.status == "infeasible" and not answer and answer.proved and answer.conflict
    with pytest.raises(LookupError, match="there is none, proved"):
        answer.row
    frame = explainer.explain_frame(pd.DataFrame([row]), features_to_vary=[])
    assert frame.cf_status.tolist() == ["infeasible"] and frame.job.isna().all()


@pytest.mark.parametrize("call, said", [
    (lambda e, r: e.explain(r, "maybe"), "'maybe' is no class of the model; its classes are 'accepted', 'refused'"),
    (lambda e, r: e.explain(r, timelimit=3), "did you mean"),
    (lambda e, r: e.explain(r, features_to_vary=["amuont"]), "there is no column 'amuont'"),
    (lambda e, r: e.explain(r, permitted_range={"wealth": [0, 1]}), "there is no column 'wealth'"),
    (lambda e, r: e.explain(r, permitted_range={"amount": [0, 1, 2]}), "are not the two ends"),
    (lambda e, r: e.explain(r.drop("job")), "lacks the column 'job'"),
    (lambda e, r: e.explain({**r, "job": "king"}), "'king' is not one of its values; give one of"),
    (lambda e, r: e.explain({**r, "amount": "much"}), "'much' is no number"),
    (lambda e, r: e.explain([1, 2]), "has 2 values, X 8 columns"),
    (lambda e, r: e.explain(r, "accepted", desired_class=1), "say the same"),
    (lambda e, r: e.explain(r, margin=float("inf")), "is no number of a request"),
    (lambda e, r: e.explain_frame(pd.DataFrame([r]).drop(columns="age")), "lacks the column 'age'"),
    (lambda e, r: e.regions(r, ("amount", "wealth")), "there is no column 'wealth'"),
    (lambda e, r: e.to_mps(r, format="xls"), "there is no format"),
    (lambda e, r: e.to_html(r, colour="red"), "there is no property 'colour'"),
    (lambda e, r: e.explain(r, constraints=[{"fix": "wealth"}]), "wealth"),
    (lambda e, r: e.explain(r, constraints={"fix": "age"}), "constraints is a dict; give a list"),
    (lambda e, r: e.explain(r, features_to_vary=5), "features_to_vary is 5; give a list of columns"),
    (lambda e, r: e.explain(r, permitted_range={"amount": 5}), "'amount': 5 is no list"),
    (lambda e, r: e.explain(r, permitted_range={"job": "clerk"}), "'clerk' is no list"),
    (lambda e, r: e.explain(r, permitted_range=["amount"]), "permitted_range is a list; give a dictionary"),
    (lambda e, r: e.explain(r, cost="l1", norm="l2"), "cost is 'l1'"),
    (lambda e, r: e.explain(r, proximity_weight=0.5), "proximity_weight steers the search of DiCE"),
    (lambda e, r: e.explain(r, feature_weights={"age": 2}), "cost={\"weights\""),
    (lambda e, r: e.explain(3), "row 0 is 3; give X.iloc"),
    (lambda e, r: e.explain(None), "row 0 is None"),
    (lambda e, r: e.explain({**r, "amount": float("inf")}, "accepted"), "row 0, column 'amount': the value is infinite"),
    (lambda e, r: e.explain({**r, "amount": 1e300}), "the fitted model does not take this table"),
    (lambda e, r: e.explain({**r, "job": None}), "the fitted model does not take this table .*Found unknown categories"),
    (lambda e, r: e.explain_rows(r), "row 0 is"),
    (lambda e, r: e.explain_rows([r], jobs="all"), "jobs is 'all'"),
    (lambda e, r: e.explain_rows([r], jobs=0), "jobs is 0"),
    (lambda e, r: e.explain_rows([r], progress="yes"), "progress is 'yes'"),
    (lambda e, r: e.audit(pd.DataFrame([r]), by="wealth"), "by: the table has no column 'wealth'; its columns are 'amount'"),
    (lambda e, r: e.audit([list(r)], by="wealth"), "by: there is no column 'wealth'"),
    (lambda e, r: e.check("optimal"), "str is no answer"),
    (lambda e, r: e.regions(r, ("amount",)), "give two columns"),
    (lambda e, r: e.regions(r, ("amount", "rate"), [1, 2]), "window is"),
    (lambda e, r: e.regions(r, ("amount", "rate"), {"amount": (1, 2)}), "window is"),
    (lambda e, r: e.regions(r, ("amount", "rate"), {"x": (1, 2, 3)}), "window is"),
    (lambda e, r: e.regions(r, ("amount", "rate"), {"x": ("a", "b")}), "window is"),
    (lambda e, r: e.regions(r, 5), "axes is 5; give two columns"),
    (lambda e, r: e.explain_frame(None), "the table is None; give a DataFrame"),
    (lambda e, r: e.explain_rows(5), "the table is 5; give a DataFrame"),
    (lambda e, r: e.explain_rows("x.csv"), "the table is 'x.csv'; give a DataFrame"),
    (lambda e, r: e.predict(None), "the table is None"),
    (lambda e, r: e.audit(None), "the table is None"),
    (lambda e, r: e.audit([list(r)], by=[[1]]), "by, row 0: .1. is no group"),
    (lambda e, r: e.explain_frame(pd.DataFrame([r])[[*r.index, "age"]]), "the table has more than one column called 'age'"),
    (lambda e, r: e.explain(pl.DataFrame([dict(r)] * 2)), "the table has 2 rows where one is needed"),
    (lambda e, r: e.explain(r, {"classes": "accepted"}), "classes: 'accepted' is no list"),
    (lambda e, r: e.explain(r, {"class_costs": [1, 2]}), "class_costs: .* is no dictionary"),
    (lambda e, r: e.explain(r, pd.Series(["accepted", "refused"])), "target is a Series of 2 values"),
    (lambda e, r: e.explain(r, desired_range=5), "desired_range is 5; give its two ends"),
    (lambda e, r: e.explain(r, cost={"tables": {"job": 5}}), "/cost/tables/job"),
    (lambda e, r: e.explain(r, progress=True), "progress is True; give a function"),
    (lambda e, r: e.to_mps(r, format=5), "format is 5"),
    (lambda e, r: e.to_html(r, path="no such folder/page.html"), "No such file or directory; give a path"),
])
def test_errors_say_the_fault_its_place_and_a_remedy(asked, call, said):
    _, explainer, row, _ = asked
    with pytest.raises(BadInput, match=said) as caught:
        call(explainer, row)
    assert "\n" not in str(caught.value) and caught.value.input["message"]
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("change, said", [
    (lambda a: {**a, "model": RandomForestClassifier}, "RandomForestClassifier is a class; give a fitted object"),
    (lambda a: {**a, "X": a["y"], "y": a["X"]}, "X is a ndarray of 1 dimensions"),
    (lambda a: {**a, "X": dict(a["X"])}, "X is a dict; give a DataFrame"),
    (lambda a: {**a, "X": [[1], [1, 2]]}, "rows of several lengths"),
    (lambda a: {**a, "X": csr_matrix([[1.0]])}, r"X is a csr_matrix; give X.toarray\(\)"),
    (lambda a: {**a, "X": pl.from_pandas(a["X"]).lazy()}, r"give X.collect\(\)"),
    (lambda a: {**a, "X": a["X"].to_numpy()}, "the fitted pipeline does not take this table"),
    (lambda a: {**a, "X": a["X"].rename(columns={"amount": "Amount"})}, "X lacks the column 'amount', to which the pipeline was fitted"),
    (lambda a: {**a, "schema": [1]}, "schema is a list; give a dictionary"),
    (lambda a: {**a, "schema": {"age": "fixed"}}, "schema, 'age': 'fixed' is no dictionary"),
    (lambda a: {**a, "background_rows": -1}, "background_rows is -1"),
    (lambda a: {**a, "background_rows": True}, "background_rows is True"),
    (lambda a: {**a, "classes": 5}, "classes is 5; give a list"),
    (lambda a: {**a, "classes": "ab"}, "classes is 'ab'; give a list"),
    (lambda a: {**a, "X": a["X"].drop(columns="age")}, "X lacks the column 'age', to which the pipeline was fitted"),
    (lambda a: {**a, "X": a["X"].to_numpy()[:, :5]}, "X has 5 columns, the pipeline was fitted to 8"),
    (lambda a: {**a, "X": a["model"], "model": a["X"]}, "the model is a table; give the model first"),
    (lambda a: {**a, "X": a["model"]}, "X is a Pipeline; give the model first"),
    (lambda a: {**a, "model": None}, "the model is None; give a fitted model"),
    (lambda a: {**a, "model": a["model"].predict}, "the model is the function predict of a Pipeline"),
    (lambda a: {**a, "y": "decision"}, "y is 'decision'; give the target of each row"),
    (lambda a: {**a, "y": [[1], [1, 2]]}, "y has rows of several lengths"),
    (lambda a: {**a, "y": np.array([["a"], *[None] * (len(a["X"]) - 1)], dtype=object)}, "y, row 0: .* is no class"),
    (lambda a: {"model": a["model"][-1], "X": np.zeros((3, 17)), "isolation_forest": a["model"][-1]}, "RandomForestClassifier is no isolation forest"),
])
def test_wrong_models_tables_and_schemas_are_refused_in_words(asked, loan_table, change, said):
    pipeline, _, _, _ = asked
    X, y = loan_table
    with pytest.raises((BadInput, Unsupported), match=said) as caught:
        Explainer(**change({"model": pipeline, "X": X, "y": y}))
    assert "\n" not in str(caught.value)


def test_columns_in_another_order_than_the_model_was_fitted_to_are_refused_in_words(loan_table):
    X, y = loan_table
    numbers = X[["amount", "months", "rate"]]
    forest = RandomForestClassifier(5, max_depth=3, random_state=0).fit(numbers, y)
    with pytest.raises(BadInput, match="the fitted model does not take this table .*same order") as caught:
        Explainer(forest, numbers[numbers.columns[::-1]], y)
    assert "\n" not in str(caught.value)


def test_a_pipeline_takes_its_columns_by_name_in_any_order_and_beside_others(asked, loan_table):
    pipeline, explainer, _, refused = asked
    X, y = loan_table
    costs = [answer.cost for answer in explainer.explain_rows(refused.iloc[:20], "accepted")]
    for other in (X[X.columns[::-1]], X.assign(number=range(len(X)))[["number", *X.columns]]):
        rows = other.loc[refused.index[:20]]
        found = Explainer(pipeline, other, y).explain_frame(rows, "accepted")
        assert np.allclose(found.cf_cost, costs, rtol=1e-12) and set(pipeline.predict(found[other.columns])) == {"accepted"}


@pytest.mark.parametrize("rows", [lambda X: pl.from_pandas(X), lambda X: pa.Table.from_pandas(X), lambda X: X.to_dict("records")])
def test_rows_of_other_libraries(asked, rows):
    _, explainer, _, refused = asked
    first = refused.iloc[:3]
    assert [answer.cost for answer in explainer.explain_rows(rows(first))] == [answer.cost for answer in explainer.explain_rows(first)]


def test_numpy_that_is_missing_is_told_with_a_remedy():
    lines = "import sys; sys.modules['numpy'] = None; from espalier_xai import Explainer"
    told = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    assert told.returncode == 1 and told.stderr.rstrip().endswith("pip install numpy")


def test_an_explainer_goes_to_other_processes(asked):
    _, explainer, _, refused = asked
    again = pickle.loads(pickle.dumps(explainer))
    assert again.document() == explainer.document()
    for more in ({}, {"total_CFs": 2}, {"plausibility": {"isolation_forest": {"outlier_quantile": 0.1}}}):
        answers, same = (one.explain_rows(refused.iloc[:5], **more) for one in (explainer, again))
        assert [answer.document["counterfactuals"] for answer in answers] == [answer.document["counterfactuals"] for answer in same]


def test_rows_and_targets_that_are_no_numbers_are_told(loan_table):
    X, y = loan_table
    numbers = X[["months", "rate"]]
    forest = RandomForestClassifier(5, max_depth=3, random_state=0).fit(numbers, y)
    bare = Explainer(forest)
    for call, said in ((lambda: bare.explain_rows([["x", 1]]), "row 0: 'x' is no number"), (lambda: bare.explain_frame(None), "the table is None"), (lambda: bare.predict([["a", "b"]]), "row 0: 'a' is no number")):
        with pytest.raises(BadInput, match=said):
            call()
    with pytest.raises(BadInput, match="y, row 0: .* is no number"):
        Explainer(RandomForestRegressor(5, max_depth=3, random_state=0).fit(numbers, X.amount), numbers, y)
    with pytest.raises(Unsupported, match="this IsolationForest is not fitted"):
        Explainer(forest, numbers, y, isolation_forest=IsolationForest())


def test_the_end_of_a_range_of_values_is_a_number_or_none(loan_table):
    X, _ = loan_table
    numbers = X[["months", "rate"]]
    explainer = Explainer(RandomForestRegressor(5, max_depth=3, random_state=0).fit(numbers, X.amount), numbers)
    with pytest.raises(BadInput, match="give None for an open end"):
        explainer.explain(numbers.iloc[0], (float("nan"), 9000))
    assert explainer.explain(numbers.iloc[0], (None, 9000))


def test_a_bad_row_among_many_is_told_with_its_number(asked):
    _, explainer, _, refused = asked
    rows = refused.iloc[:3].copy()
    rows["job"] = ["clerk", "king", "nurse"]
    with pytest.raises(BadInput, match="row 1, column 'job'"):
        explainer.explain_rows(rows)


def test_check_repeats_the_proof(asked):
    _, explainer, row, _ = asked
    answer = explainer.explain(row)
    again = explainer.check(answer)
    assert again.cost == answer.cost and "certificate" in again.document


def test_progress_and_threads(asked):
    _, explainer, _, refused = asked
    told = []
    rows = refused.iloc[:60]
    answers = explainer.explain_rows(rows, jobs=4, progress=told.append)
    assert told[-1] == 60 and told == sorted(told)
    one = explainer.explain_rows(rows, jobs=1)
    assert [a.document["counterfactuals"] for a in answers] == [a.document["counterfactuals"] for a in one]
    assert [a.cost for a in explainer.explain_rows(rows, jobs=-1)] == [a.cost for a in one]
    stopped = explainer.explain_rows(rows, jobs=1, progress=lambda done: True)
    assert len(stopped) == 60


def test_an_exception_of_the_progress_callback_is_raised(asked):
    _, explainer, _, refused = asked

    def fails(done):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        explainer.explain_rows(refused.iloc[:20], progress=fails)


def test_python_runs_on_while_a_search_runs(asked):
    """The interpreter's lock is free: other threads ask the same explainer meanwhile."""
    _, explainer, _, refused = asked
    expected = [explainer.explain(row).cost for _, row in refused.iloc[:8].iterrows()]
    found = {}

    def ask(i):
        found[i] = explainer.explain(refused.iloc[i]).cost

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(8)] == expected


def test_regions_are_the_models_own_decisions(asked):
    pipeline, explainer, row, _ = asked
    found = explainer.regions(row, ("amount", "rate"))
    x, y, classes = found["x"], found["y"], found["classes"]
    assert classes.shape == (len(y) - 1, len(x) - 1) and found["scores"].shape[:2] == classes.shape
    draw = np.random.default_rng(0)
    picks = [(int(draw.integers(len(x) - 1)), int(draw.integers(len(y) - 1))) for _ in range(100)]
    rows = pd.DataFrame([{**row, "amount": (x[i] + x[i + 1]) / 2, "rate": (y[j] + y[j + 1]) / 2} for i, j in picks])
    assert [explainer.classes[classes[j, i]] for i, j in picks] == pipeline.predict(rows).tolist()


def test_programs_for_other_solvers(asked):
    _, explainer, row, _ = asked
    assert "ROWS" in explainer.to_mps(row) and "inimize" in explainer.to_mps(row, format="lp", program="paper")


def test_predictions(asked, loan_table):
    pipeline, explainer, _, _ = asked
    X, _ = loan_table
    assert (explainer.predict(X) == pipeline.predict(X)).all()
    assert np.abs(explainer.predict_proba(X) - pipeline.predict_proba(X)).max() <= 1e-12


def test_a_page_of_its_own(asked, tmp_path):
    _, explainer, row, _ = asked
    module = tmp_path / "anywidget.js"
    module.write_text("export default {}; // </script>")
    text = explainer.to_html(row, "accepted", tmp_path / "page.html", module=module, axes=["amount", "months"])
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == text
    assert text.count("</script>") == 5 and "accepted" in text and "http" not in text
    with pytest.raises(BadInput, match="cannot be read"):
        explainer.to_html(row, module=tmp_path / "none.js")


def test_the_widget_needs_anywidget(asked):
    _, explainer, row, _ = asked
    try:
        import anywidget  # noqa: F401
    except ImportError:
        with pytest.raises(Unsupported, match="pip install anywidget"):
            explainer.show(row)


def test_audit(asked):
    _, explainer, _, refused = asked
    rows = refused.iloc[:40]
    said = explainer.audit(rows, "accepted", by="housing", features_to_vary=["amount", "months"])
    assert said["rows"] == 40 and said["reached"] + said["impossible"] + said["open"] == 40
    assert sum(group["rows"] for group in said["groups"].values()) == 40
    assert set(said["changes"]) <= {"amount", "months"} and len(said["answers"]) == 40
    named = explainer.audit(rows.values.tolist(), "accepted", by="housing", features_to_vary=["amount", "months"])
    assert named["groups"] == said["groups"]


def test_no_rows_have_no_answers(asked):
    _, explainer, _, refused = asked
    assert explainer.explain_rows(refused.iloc[:0]) == []
    frame = explainer.explain_frame(refused.iloc[:0])
    assert len(frame) == 0 and list(frame.columns)[:8] == list(refused.columns)


def test_further_words_on_columns(loan_table, asked):
    pipeline, _, row, _ = asked
    X, y = loan_table
    explainer = Explainer(pipeline, X, y, schema={"age": {"change": "fixed"}, "amount": {"change": "decrease", "unit": "EUR"}})
    for change in explainer.explain(row).changes:
        assert change.feature != "age" and (change.feature != "amount" or change.after < change.before)
    with pytest.raises(BadInput, match="there is no column 'wealth'"):
        Explainer(pipeline, X, y, schema={"wealth": {"change": "fixed"}})


def test_the_version_and_the_names():
    assert espalier_xai.__version__ == json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"]
    for name in espalier_xai.__all__:
        assert getattr(espalier_xai, name) is not None
        assert name in dir(espalier_xai)
    with pytest.raises(AttributeError):
        espalier_xai.nothing


def test_a_file_is_asked_by_the_names_of_its_features(asked):
    pipeline, explainer, row, refused = asked
    of_file = Explainer(explainer.document())
    named = refused.head(6).assign(guarantor=refused["guarantor"].head(6).astype(str))
    truth = explainer.explain_rows(refused.head(6))
    frame = of_file.explain_frame(named, "accepted")
    assert list(frame["cf_cost"]) == [answer.cost for answer in truth]
    assert [answer.cost for answer in of_file.explain_rows(named.to_dict("records"), "opposite")] == [answer.cost for answer in truth]
    assert set(frame["housing"]) <= {"own", "rent", "free"}
    assert list(of_file.predict(named)) == list(pipeline.predict(refused.head(6)))
    assert list(of_file.predict(frame[list(named.columns)])) == ["accepted"] * 6
    first = named.iloc[0]
    assert of_file.explain(first).cost == truth[0].cost
    plane = of_file.regions(first, ("amount", "months"))
    assert plane["scores"].shape[:2] == (len(plane["y"]) - 1, len(plane["x"]) - 1)
    with pytest.raises(BadInput, match="lacks 'housing'"):
        of_file.predict(named.drop(columns="housing"))
    with pytest.raises(BadInput, match="'castle' is not one of its levels"):
        of_file.predict(named.assign(housing="castle"))
