"""From a fitted model to a proved answer, equal to the command line's."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier

from espalier_xai import Explainer


@pytest.fixture(scope="module")
def cancer():
    data = load_breast_cancer(as_frame=True)
    model = RandomForestClassifier(100, max_depth=6, random_state=0).fit(data.data, data.target)
    return data.data, data.target, model


def test_an_answer_is_proved_and_flips_the_forest(cancer):
    X, y, model = cancer
    row = X[model.predict(X) == 0].iloc[0]
    answer = Explainer(model, X, y).explain(row, target=1)
    assert answer.status == "optimal" and answer.proved
    assert answer.changes and answer.cost - answer.lower_bound <= 1e-9 * answer.cost
    flipped = X.iloc[[0]].copy()
    flipped.iloc[0] = list(answer.row.values())
    assert model.predict(flipped)[0] == 1


def test_costs_are_the_command_lines_to_the_last_bit(cancer, command_line):
    X, y, model = cancer
    explainer = Explainer(model, X, y)
    rows = X[model.predict(X) == 0].iloc[:40]
    answers = explainer.explain_rows(rows, target=1)
    request = explainer.request(rows.iloc[0], 1)
    queries = [answer.request["query"] for answer in answers]
    told = command_line(explainer.document(), queries, {"target": request["target"]})
    assert len(told) == 40
    for ours, theirs in zip(answers, told):
        assert theirs["status"] == ours.status == "optimal"
        assert ours.cost == theirs["counterfactuals"][0]["cost"] and ours.lower_bound == theirs["lower_bound"]
        assert ours.counterfactuals[0].document["values"] == theirs["counterfactuals"][0]["values"]


def test_the_same_on_arrays_and_one_after_the_other(cancer):
    X, y, model = cancer
    bare = RandomForestClassifier(20, max_depth=4, random_state=0).fit(X.to_numpy(), y.to_numpy())
    explainer = Explainer(bare, X.to_numpy(), y.to_numpy())
    rows = X.to_numpy()[bare.predict(X.to_numpy()) == 0][:10]
    many = explainer.explain_rows(rows, target=1, jobs=3)
    for row, answer in zip(rows, many):
        assert explainer.explain(row, target=1).cost == answer.cost
        assert bare.predict([list(answer.row.values())])[0] == 1
    assert np.array_equal(explainer.predict(rows), bare.predict(rows))
