"""Pipelines: answers in the columns of X, each of which flips the pipeline itself."""

import numpy as np
import pandas as pd
import pytest
from conftest import loans
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from espalier_xai import BadInput, Explainer, NotAttained, Unsupported

NUMBERS, SCALED = ["amount", "rate"], ["months", "age"]


def before():
    return ColumnTransformer([
        ("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), NUMBERS),
        ("scaled", MinMaxScaler(), SCALED),
        ("jobs", OneHotEncoder(handle_unknown="ignore"), ["job"]),
        ("housing", OneHotEncoder(drop="first"), ["housing"]),
        ("education", OrdinalEncoder(categories=[["none", "school", "BSc", "MSc"]]), ["education"]),
    ], remainder="passthrough")


MODELS = {
    "forest": RandomForestClassifier(40, max_depth=6, random_state=0),
    "boosting": GradientBoostingClassifier(n_estimators=30, random_state=0),
    "hist": HistGradientBoostingClassifier(max_iter=20, max_leaf_nodes=8, random_state=0),
    "tree": DecisionTreeClassifier(max_leaf_nodes=30, random_state=0),
    "logistic": LogisticRegression(max_iter=500),
    "network": MLPClassifier((8,), max_iter=120, random_state=0),
}


@pytest.fixture(scope="module", params=MODELS)
def fitted(request, loan_table):
    X, y = loan_table
    return Pipeline([("before", before()), ("model", MODELS[request.param])]).fit(X, y)


@pytest.mark.filterwarnings("ignore")
def test_every_answer_of_200_rows_flips_the_pipeline_itself(fitted, loan_table):
    X, y = loan_table
    explainer = Explainer(fitted, X, y)
    rows = X.iloc[:200]
    frame = explainer.explain_frame(rows, time_limit=60)
    assert list(frame.index) == list(rows.index) and list(frame.columns[: X.shape[1]]) == list(X.columns)
    assert set(frame.cf_status) == {"optimal"}
    was, becomes = fitted.predict(rows), fitted.predict(frame[X.columns])
    assert (was != becomes).all()
    assert frame[X.columns].dtypes.equals(X.dtypes)
    assert frame.housing.isin(X.housing.unique()).all() and frame.job.isin(X.job.unique()).all()
    for (_, row), (_, other) in zip(rows.iterrows(), frame.iterrows()):
        assert {name for name in X.columns if row[name] != other[name]} == set(other.cf_changes)


def test_costs_are_the_command_lines_to_the_last_bit(loan_table, command_line):
    X, y = loan_table
    pipeline = Pipeline([("before", before()), ("model", MODELS["forest"])]).fit(X, y)
    explainer = Explainer(pipeline, X, y)
    rows = X[pipeline.predict(X) == "refused"].iloc[:50]
    answers = explainer.explain_rows(rows, target="accepted", constraints=[{"fix": "age"}], jobs=2)
    told = command_line(explainer.document(), [answer.request["query"] for answer in answers], {"target": {"class": "accepted"}, "constraints": [{"fix": "age"}]})
    assert len(told) == 50 and {answer.status for answer in answers} == {"optimal"}
    for ours, theirs in zip(answers, told):
        assert ours.cost == theirs["counterfactuals"][0]["cost"]
        assert ours.counterfactuals[0].document["values"] == theirs["counterfactuals"][0]["values"]


def test_a_border_behind_a_scaler_is_the_pipelines_own(loan_table):
    """The counterfactual of a single split stands at the border: the next double towards the query is on the other side for the pipeline too."""
    X, y = loan_table
    for scaler in (StandardScaler(), MinMaxScaler((0.1, 0.7))):
        X1 = X[["amount", "rate"]]
        pipeline = make_pipeline(scaler, DecisionTreeClassifier(max_depth=1, class_weight="balanced", random_state=0)).fit(X1, y)
        explainer = Explainer(pipeline, X1, y)
        for at in (0, 5, 9):
            row = X1.iloc[at]
            answer = explainer.explain(row)
            [change] = answer.changes
            near = X1.iloc[[at]].copy()
            near[change.feature] = change.after
            assert pipeline.predict(near)[0] != pipeline.predict(X1.iloc[[at]])[0]
            near[change.feature] = np.nextafter(change.after, change.before)
            assert pipeline.predict(near)[0] == pipeline.predict(X1.iloc[[at]])[0]


def test_brute_force_finds_nothing_nearer(loan_table):
    """No single change of a category, of an ordered level or of a number to a value of X is cheaper than the proved cost."""
    X, y = loan_table
    pipeline = Pipeline([("before", before()), ("model", MODELS["forest"])]).fit(X, y)
    explainer = Explainer(pipeline, X, y)
    ranges = {name: X[name].max() - X[name].min() for name in NUMBERS + SCALED}
    order = ["none", "school", "BSc", "MSc"]
    compared = 0
    for at in range(25):
        row = X.iloc[at]
        answer = explainer.explain(row)
        tried, costs = [], []
        for name in X.columns:
            for value in X[name].unique():
                if value == row[name]:
                    continue
                tried.append({**row, name: value})
                costs.append(abs(value - row[name]) / ranges[name] if name in ranges else abs(order.index(value) - order.index(row[name])) / 3 if name == "education" else 1.0)
        flips = pipeline.predict(pd.DataFrame(tried).astype(X.dtypes)) != pipeline.predict(X.iloc[[at]])[0]
        if flips.any():
            compared += 1
            assert answer.cost <= min(np.array(costs)[flips]) + 1e-12
    assert compared >= 8


def test_a_missing_value_goes_where_the_imputer_sends_it(loan_table):
    X, y = loan_table
    X = X.copy()
    X.loc[X.index[::7], "amount"] = np.nan
    pipeline = Pipeline([("before", before()), ("model", MODELS["forest"])]).fit(X, y)
    frame = Explainer(pipeline, X, y).explain_frame(X.iloc[:60])
    assert set(frame.cf_status) == {"optimal"}
    assert (pipeline.predict(X.iloc[:60]) != pipeline.predict(frame[X.columns])).all()
    assert frame.amount.isna().any()


def test_a_regressor_behind_a_pipeline(loan_table):
    X, _ = loan_table
    value = X.amount * X.rate + 100 * (X.job == "engineer")
    pipeline = Pipeline([("before", before()), ("model", RandomForestRegressor(20, max_depth=5, random_state=0))]).fit(X, value)
    explainer = Explainer(pipeline, X, value)
    row = X.iloc[3]
    now = pipeline.predict(X.iloc[[3]])[0]
    answer = explainer.explain(row, target=(now + 50, now + 120))
    assert answer.proved and now + 50 <= answer.counterfactuals[0].prediction <= now + 120


def test_categories_by_dtype_with_an_order():
    X, y = loans(400, 3)
    X["education"] = pd.Categorical(X.education, ["none", "school", "BSc", "MSc"], ordered=True)
    X["job"] = X.job.astype("category")
    pipeline = make_pipeline(ColumnTransformer([("levels", OneHotEncoder(), ["education", "job", "housing"])], remainder="passthrough"), DecisionTreeClassifier(max_leaf_nodes=25, random_state=0)).fit(X, y)
    explainer = Explainer(pipeline, X, y)
    kinds = {feature["name"]: feature["kind"] for feature in explainer.info["features"]}
    assert kinds == {"amount": "numeric", "months": "integer", "job": "categorical", "housing": "categorical", "education": "ordinal", "guarantor": "binary", "rate": "numeric", "age": "integer"}
    frame = explainer.explain_frame(X.iloc[:80])
    assert set(frame.cf_status) == {"optimal"} and frame.education.dtype == X.education.dtype
    assert (pipeline.predict(X.iloc[:80]) != pipeline.predict(frame[X.columns])).all()


def test_steps_that_mix_columns_are_refused_by_name(loan_table):
    from sklearn.decomposition import PCA

    X, y = loan_table
    pipeline = make_pipeline(PCA(2), DecisionTreeClassifier()).fit(X[NUMBERS], y)
    with pytest.raises(Unsupported, match="step PCA is not read"):
        Explainer(pipeline, X[NUMBERS], y)


def test_an_answer_that_does_not_flip_the_pipeline_is_never_returned(loan_table):
    X, y = loan_table
    pipeline = Pipeline([("before", before()), ("model", DecisionTreeClassifier(max_leaf_nodes=20, random_state=0))]).fit(X, y)
    explainer = Explainer(pipeline, X, y)
    # The model is fitted anew, to the opposite, after it was read.
    pipeline.fit(X, np.where(y == "accepted", "refused", "accepted"))
    with pytest.raises(NotAttained, match="the answer is not returned"):
        explainer.explain_rows(X.iloc[:20], target="accepted")


def test_a_pipeline_without_a_table_is_refused(loan_table):
    X, y = loan_table
    pipeline = make_pipeline(StandardScaler(), DecisionTreeClassifier()).fit(X[NUMBERS], y)
    with pytest.raises(BadInput, match="a pipeline needs X"):
        Explainer(pipeline)
