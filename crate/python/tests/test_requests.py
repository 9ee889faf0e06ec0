"""Requests, DiCE's names, errors, and the other calls."""

import threading

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
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
    assert 1 <= len(answer) <= 3
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
])
def test_errors_say_the_fault_its_place_and_a_remedy(asked, call, said):
    _, explainer, row, _ = asked
    with pytest.raises(BadInput, match=said) as caught:
        call(explainer, row)
    assert "\n" not in str(caught.value) and caught.value.input["message"]
    assert isinstance(caught.value, ValueError)


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
    assert text.count("</script>") == 4 and "accepted" in text and "http" not in text
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
    assert espalier_xai.__version__ == "0.1.0"
    for name in espalier_xai.__all__:
        assert getattr(espalier_xai, name) is not None
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
