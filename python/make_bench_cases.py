#!/usr/bin/env python3
"""Write benchmark cases for `npm run bench -- OUT` from data that scikit-learn ships or that is made up here.

A case is a folder with
  model.json        the model: XGBoost's own JSON, or scikit-learn's by espalier_xai.export
  schema.json       meaning of each input column
  queries.json      {"target": {...}, "queries": [[...], ...]}: raw model inputs
  predictions.json  the library's own output for every query

Usage: make_bench_cases.py OUT [--seed N] [--only NAME ...]      the same seed and versions give the same files
Needs: tests/fixtures/requirements.txt
"""
import argparse
import json
import pathlib
import sys

import numpy as np
from sklearn import datasets
from sklearn.decomposition import PCA
from sklearn.ensemble import (ExtraTreesClassifier, GradientBoostingClassifier, GradientBoostingRegressor,
                              HistGradientBoostingClassifier, RandomForestClassifier)
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "crate" / "python" / "python"), str(HERE.parent / "www" / "examples")]
from espalier_xai.export.trees import export, shortest32  # noqa: E402
from make_examples import LOAN_SCHEMA, loans  # noqa: E402

QUERIES = 20


def numeric(names, X):
    """A schema of numeric features with the ranges found; columns of one value stay without a range."""
    features = []
    for i, name in enumerate(names):
        feature = dict(name=str(name), kind="numeric", column=i)
        if X[:, i].min() < X[:, i].max():
            feature.update(min=shortest32(X[:, i].min()), max=shortest32(X[:, i].max()))
        features.append(feature)
    return features


def write(out, name, model, schema, queries, target):
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    if hasattr(model, "save_model"):
        model.save_model(str(folder / "model.json"))
    else:
        export(model, folder / "model.json")
    predictions = model.predict_proba(queries) if hasattr(model, "predict_proba") else model.predict(queries)
    dump = lambda file, what: (folder / file).write_text(json.dumps(what))
    dump("schema.json", schema)
    dump("queries.json", {"target": target, "queries": [[float(v) for v in q] for q in queries]})
    dump("predictions.json", np.asarray(predictions, float).tolist())
    print(f"{name}: {len(queries)} queries, {sum(f.stat().st_size for f in folder.iterdir()) / 1e3:.0f} kB", flush=True)


def chosen(rows, keep, seed):
    found = np.where(keep)[0]
    return rows[np.random.RandomState(seed).choice(found, min(QUERIES, len(found)), replace=False)]


def classify(out, name, model, X, y, features, classes, seed, source=0, target=1):
    """Trains on four fifths; asks for `target` from rows of the rest that the model gives to `source`."""
    Xtr, Xte, ytr, _ = train_test_split(X, y, test_size=0.2, random_state=seed, stratify=y)
    model.fit(Xtr, ytr)
    queries = chosen(Xte, model.predict(Xte) == source, seed)
    write(out, name, model, dict(features=features, classes=classes), queries, {"class": target})


def cases(seed):
    import xgboost
    loan = lambda count: loans(count, seed=100 + seed)
    labels = LOAN_SCHEMA["classes"]

    def on_loans(name, model, count=3000):
        return name, lambda out: classify(out, name, model(), *loan(count), LOAN_SCHEMA["features"], labels, seed)

    def on_shipped(name, model, load, source, target):
        def make(out):
            data = load()
            X, y = data.data.astype(np.float32), data.target
            names = getattr(data, "feature_names", [f"x{i}" for i in range(X.shape[1])])
            classify(out, name, model(), X, y, numeric(names, X), [str(c) for c in data.target_names], seed, source, target)
        return name, make

    yield on_loans("rf-loan-100x5", lambda: RandomForestClassifier(100, max_depth=5, random_state=seed))
    yield on_loans("rf-loan-20x4", lambda: RandomForestClassifier(20, max_depth=4, random_state=seed), 1000)
    yield on_loans("xgb-loan-100x5", lambda: xgboost.XGBClassifier(n_estimators=100, max_depth=5, learning_rate=0.1, random_state=seed))
    yield on_loans("cart-loan-200", lambda: DecisionTreeClassifier(max_leaf_nodes=200, random_state=seed))
    yield on_shipped("rf-cancer-100x5", lambda: RandomForestClassifier(100, max_depth=5, random_state=seed), datasets.load_breast_cancer, 0, 1)
    yield on_shipped("et-wine-60x6", lambda: ExtraTreesClassifier(60, max_depth=6, random_state=seed), datasets.load_wine, 0, 2)
    yield on_shipped("hist-cancer-60", lambda: HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=12, random_state=seed),
                     datasets.load_breast_cancer, 0, 1)

    def iris(out):
        X, y = datasets.load_iris(return_X_y=True)
        X = X[:, :2].astype(np.float32)
        model = GradientBoostingClassifier(n_estimators=40, max_depth=3, random_state=seed).fit(X, y)
        schema = dict(features=numeric(["sepal length", "sepal width"], X), classes=["setosa", "versicolor", "virginica"])
        write(out, "gb-iris2-40x3", model, schema, chosen(X, model.predict(X) == 0, seed), {"class": 1})
    yield "gb-iris2-40x3", iris

    def digits(out, a=5, b=6):
        X, y = datasets.load_digits(return_X_y=True)
        keep = (y == a) | (y == b)
        Z = PCA(50, random_state=0).fit_transform(X[keep] / 16.0)
        Z = ((Z - Z.min(0)) / (Z.max(0) - Z.min(0))).astype(np.float32)
        features = [dict(name=f"pc{i}", kind="numeric", column=i, min=0, max=1) for i in range(50)]
        model = xgboost.XGBClassifier(n_estimators=200, max_depth=7, random_state=seed)
        classify(out, f"xgb-digits{a}{b}-200x7", model, Z, (y[keep] == b).astype(int), features, [str(a), str(b)], seed)
    yield "xgb-digits56-200x7", digits

    def diabetes(out):
        data = datasets.load_diabetes()
        X, y = data.data.astype(np.float32), data.target
        Xtr, Xte, ytr, _ = train_test_split(X, y, test_size=0.2, random_state=seed)
        model = GradientBoostingRegressor(n_estimators=100, max_depth=3, random_state=seed).fit(Xtr, ytr)
        low, high = (round(float(v)) for v in np.quantile(ytr, [0.7, 0.85]))
        write(out, "gbr-diabetes-100x3", model, dict(features=numeric(data.feature_names, X)), chosen(Xte, model.predict(Xte) < low, seed),
              {"value": [low, high]})
    yield "gbr-diabetes-100x3", diabetes


if __name__ == "__main__":
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("out", type=pathlib.Path)
    a.add_argument("--seed", type=int, default=0)
    a.add_argument("--only", nargs="*")
    args = a.parse_args()
    for name, make in cases(args.seed):
        if not args.only or name in args.only:
            make(args.out)
