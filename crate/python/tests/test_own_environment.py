"""Fitted objects of libraries whose packages are their own (npm run python -- --all); every answer is given back to the object."""

import os
import pickle

import numpy as np
import pytest
from sklearn import ensemble, neural_network

from espalier_xai import Explainer


@pytest.fixture(scope="module")
def numbers():
    draw = np.random.default_rng(1)
    X = draw.normal(0, 1, (300, 3)).astype(np.float32)
    return X, (X[:, 0] + X[:, 1] * X[:, 2] > 0.4).astype(int)


def flipped(model, X, y, rows=20):
    """Whether proved answers flip the fitted object."""
    answers = Explainer(model, X, y).explain_rows(X[:rows])
    assert {answer.status for answer in answers} == {"optimal"}
    changed = np.array([list(answer.row.values()) for answer in answers])
    said = [np.asarray(model.predict(table)) for table in (changed.astype(np.float32), X[:rows])]
    return [(p > 0.5 if p.dtype.kind == "f" else p).reshape(-1) for p in said]


@pytest.mark.parametrize("kind", ["tree.ObliqueDecisionTreeClassifier", "ObliqueRandomForestClassifier", "ExtraObliqueRandomForestClassifier"])
def test_treeple(kind, numbers):
    treeple = pytest.importorskip("treeple")
    X, y = numbers
    place = treeple.tree if kind.startswith("tree.") else treeple
    made = getattr(place, kind.split(".")[-1])(max_depth=3, random_state=0, **({} if place is treeple.tree else {"n_estimators": 4}))
    # treeple adds the columns of a hyperplane in their order once a model was saved.
    model = pickle.loads(pickle.dumps(made.fit(X, y)))
    after, before = flipped(model, X, y)
    assert (after != before).all()


@pytest.mark.filterwarnings("ignore")
def test_keras(numbers):
    os.environ.setdefault("KERAS_BACKEND", "numpy")
    keras = pytest.importorskip("keras")
    X, y = numbers
    # Keras computes with NumPy here, which trains nothing: the weights are scikit-learn's.
    trained = neural_network.MLPClassifier((5,), max_iter=300, learning_rate_init=0.02, random_state=0).fit(X, y)
    model = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(5, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
    model.set_weights([part for pair in zip(trained.coefs_, trained.intercepts_) for part in pair])
    after, before = flipped(model, X, y)
    assert (after != before).all()


@pytest.mark.parametrize("dimensions", [1, 2])
def test_isotree(dimensions, numbers):
    isotree = pytest.importorskip("isotree")
    X, y = numbers
    X = X.astype(np.float64)
    forest = isotree.IsolationForest(ntrees=8, ndim=dimensions, sample_size=64, missing_action="fail", standardize_data=False, random_seed=1, nthreads=1).fit(X)
    model = ensemble.RandomForestClassifier(6, max_depth=4, random_state=0).fit(X, y)
    explainer = Explainer(model, X, y, isolation_forest=forest)
    least = float(np.median(forest.predict(X, output="avg_depth")))
    rows = X[:12]
    answers = explainer.explain_rows(rows, plausibility={"isolation_forest": {"min_path_length": least}}, time_limit=20)
    assert {answer.status for answer in answers} == {"optimal"}
    changed = np.array([list(answer.row.values()) for answer in answers])
    assert (model.predict(changed) != model.predict(rows)).all()
    assert (forest.predict(changed, output="avg_depth") >= least - 1e-9).all()
    free = explainer.explain_rows(rows)
    assert all(answer.cost >= other.cost for answer, other in zip(answers, free))
    assert any(answer.cost > other.cost for answer, other in zip(answers, free))
