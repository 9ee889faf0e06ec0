"""Kinds of models beside the trees of the five libraries: linear models, networks, linear leaves, hard votes, oblique trees, and requests with a second model.

Each function goes from (rng, table, folder) to a Model, as those of libraries.py do. `near`: how far predictions may differ, relative to their size, where a
library adds up in an order of its own. Those in ELSEWHERE need the packages of requirements-all.txt.
"""
import json
import os
import pathlib
import subprocess

import numpy as np

from tables import Table
from words import Model, pick, sklearn_said

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOUBLE, SINGLE = 1e-9, 1e-4


def plain(table):
    """A table whose columns have sizes that a sum of them can tell apart."""
    return table if not {"tiny", "huge", "constant"} & set(table.sorts) else plain(Table(table.rng))


def labelled(rng, table, regress):
    table.y = table.values() if regress else table.classes(pick(rng, 2, 2, 3))
    return table.X, table.y


def scaled(rng, model):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, StandardScaler
    return make_pipeline(pick(rng, StandardScaler, MinMaxScaler)(), model)


def exported(rng, table, folder, model, regress):
    from espalier_xai.export.slanted import decisions, export
    X, y = labelled(rng, table, regress)
    model.fit(X, y)
    export(model, folder / "model.json", X=X, y=y, background_rows=30, schema=table.schema() if rng.random() < 0.6 else None)
    if hasattr(model, "predict_proba") or regress:
        return sklearn_said(model)
    return lambda rows: {"classes": np.searchsorted(model.classes_, model.predict(rows)), "scores": decisions(model, rows)}


# --- scikit-learn ----------------------------------------------------------------------------------------------


def linear(rng, table, folder):
    from sklearn import discriminant_analysis as D, linear_model as L, svm as S
    regress = rng.random() < 0.35
    kinds = {
        "linear regression": L.LinearRegression, "ridge": L.Ridge, "lasso": lambda: L.Lasso(0.1), "Poisson regression": L.PoissonRegressor,
    } if regress else {
        "logistic regression": lambda: L.LogisticRegression(max_iter=500), "discriminant analysis": D.LinearDiscriminantAnalysis,
        "SGD, logistic": lambda: L.SGDClassifier(loss="log_loss", random_state=0), "SGD": lambda: L.SGDClassifier(random_state=0), "linear SVM": S.LinearSVC,
        "ridge classifier": L.RidgeClassifier, "perceptron": L.Perceptron,
    }
    kind = pick(rng, *kinds)
    table.values = table.counts if kind == "Poisson regression" else table.values
    if kind == "SGD, logistic":
        table.classes = lambda count, classes=table.classes: classes(2)
    model = scaled(rng, kinds[kind]())
    return Model(f"scikit-learn, {kind}", ["model.json"], exported(rng, table, folder, model, regress), missing=False, near=DOUBLE)


def network(rng, table, folder):
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    regress, deep = rng.random() < 0.3, rng.random() < 0.4
    layers = tuple(int(n) for n in rng.integers(2, 5, int(rng.integers(2, 4)))) if deep else (int(rng.integers(2, 10)),)
    model = scaled(rng, (MLPRegressor if regress else MLPClassifier)(hidden_layer_sizes=layers, max_iter=150, learning_rate_init=0.02, random_state=int(rng.integers(1 << 30))))
    ask = exported(rng, table, folder, model, regress)
    return Model("scikit-learn, network of several hidden layers" if deep else "scikit-learn, network of one hidden layer", ["model.json"], ask, missing=False, near=DOUBLE)


def votes(rng, table, folder):
    """A forest whose trees vote, each by its own class: the decision of the majority of scikit-learn's trees."""
    from sklearn.ensemble import RandomForestClassifier
    from espalier_xai.export import export
    table.X = np.where(np.abs(table.X) > 1e30, 1e30, table.X)
    X, y = labelled(rng, table, False)
    model = RandomForestClassifier(int(rng.integers(3, 16)), max_depth=int(rng.integers(1, 6)), random_state=int(rng.integers(1 << 30))).fit(X, y)
    document = export(model, None, X=X, y=y, background_rows=30) | {"aggregation": "vote"}
    (folder / "model.json").write_text(json.dumps(document))

    def ask(rows):
        shares = np.zeros((len(rows), len(model.classes_)))
        for tree in model.estimators_:
            shares[np.arange(len(rows)), tree.predict(rows).astype(int)] += 1
        return {"classes": shares.argmax(axis=1), "scores": shares / len(model.estimators_)}
    return Model("scikit-learn, forest of hard votes", ["model.json"], ask, schema=None, missing=False)


# --- LightGBM --------------------------------------------------------------------------------------------------


def linear_tree(rng, table, folder):
    import lightgbm as L
    if rng.random() < 0.2:
        table.with_missing()
    objective = pick(rng, "binary", "binary", "multiclass", "regression", "poisson")
    classes = {"binary": 2, "multiclass": 3}.get(objective, 0)
    y = table.classes(classes) if classes else table.counts() if objective == "poisson" else table.values()
    params = {"objective": objective, "linear_tree": True, "verbose": -1, "num_threads": 1, "seed": int(rng.integers(1 << 30)), "deterministic": True,
              "num_leaves": int(rng.integers(2, 7)), "min_data_in_leaf": 15, "learning_rate": float(rng.uniform(0.1, 0.6)), "linear_lambda": 0.1,
              **({"num_class": 3} if classes == 3 else {})}
    booster = L.train(params, L.Dataset(table.X, y, params={"verbose": -1}), int(rng.integers(1, 6)))
    booster.save_model(str(folder / "model.txt"))

    def ask(rows):
        p = booster.predict(rows, num_threads=1)
        if not classes:
            return {"values": p}
        return {"classes": p.argmax(axis=1), "scores": p} if classes == 3 else {"classes": (p > 0.5).astype(int), "scores": np.column_stack([1 - p, p])}
    return Model("LightGBM, linear trees", ["model.txt"], ask)


# --- ONNX Runtime ----------------------------------------------------------------------------------------------


def onnx(rng, table, folder):
    import skl2onnx
    from sklearn import linear_model as L
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    from words import onnx_asked
    regress = rng.random() < 0.3
    table.X = table.X.astype(np.float32)
    X, y = labelled(rng, table, regress)
    layers = tuple(int(n) for n in rng.integers(2, 5, int(rng.integers(1, 3))))
    if regress:
        kind, model = pick(rng, ("linear regression", L.LinearRegression()), ("network", MLPRegressor(hidden_layer_sizes=layers, max_iter=150, learning_rate_init=0.02, random_state=0)))
    else:
        kind, model = pick(rng, ("logistic regression", L.LogisticRegression(max_iter=500)), ("network", MLPClassifier(hidden_layer_sizes=layers, max_iter=150, learning_rate_init=0.02, random_state=0)))
    model = scaled(rng, model).fit(X, y)
    proto = skl2onnx.to_onnx(model, X[:1], options=None if regress else {"zipmap": False}, target_opset={"": 17, "ai.onnx.ml": 3})
    (folder / "model.onnx").write_bytes(proto.SerializeToString())
    return Model(f"ONNX, {kind}", ["model.onnx"], onnx_asked(folder / "model.onnx"), missing=False, near=SINGLE)


# --- our own trainer -------------------------------------------------------------------------------------------


def document_asked(document):
    """A document's own word, from docs/contract/model-json.md: the mean of trees with splits on columns and on sums of columns."""
    def leaf(tree, row):
        at = 0
        while tree["feature"][at] != -1:
            if tree["feature"][at] == -2:
                plane, value = tree["hyperplanes"][str(at)], 0.0
                for column, weight in zip(plane["columns"], plane["weights"]):
                    value += weight * row[column]
            else:
                value = row[tree["feature"][at]]
            at = tree["left" if value <= tree["threshold"][at] else "right"][at]
        return tree["value"][at]

    def ask(rows):
        rows = rows.astype(document["input"]).astype(float).tolist()
        scores = np.array([np.mean([leaf(tree, row) for tree in document["trees"]], axis=0) for row in rows])
        return {"classes": scores.argmax(axis=1), "scores": scores}
    return ask


def grown(rng, table, folder):
    """An oblique tree of `espalier grow`."""
    X, y = labelled(rng, table, False)
    lines = [",".join([*(f"c{k}" for k in range(X.shape[1])), "label"]), *(",".join([*(repr(float(v)) for v in row), f"class {k}"]) for row, k in zip(X, y))]
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")
    schema = {"features": [{"name": f"c{k}", "column": k} for k in range(X.shape[1])], "classes": [f"class {k}" for k in range(int(y.max()) + 1)]}
    (folder / "schema.json").write_text(json.dumps(schema))
    command = ["node", ROOT / "pkg" / "cli.js", "grow", "--rows", folder / "rows.csv", "--label", "label", "--schema", folder / "schema.json", "--depth", str(rng.integers(2, 5)), "--sparsity", str(pick(rng, 0.5, 2, 6))]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (folder / "model.json").write_text(text)
    return Model("oblique tree of our own", ["model.json"], document_asked(json.loads(text)), schema=None, missing=False)


# --- with packages of their own --------------------------------------------------------------------------------


def treeple(rng, table, folder):
    import pickle

    import treeple as P
    from espalier_xai.export import export
    regress = rng.random() < 0.25
    table.X = table.X.astype(np.float32)
    X, y = labelled(rng, table, regress)
    shape = {"max_depth": int(rng.integers(1, 5)), "random_state": int(rng.integers(1 << 30))}
    trees = int(rng.integers(2, 8))
    kind, model = ("oblique tree regressor", P.tree.ObliqueDecisionTreeRegressor(**shape)) if regress else pick(
        rng, ("oblique tree", P.tree.ObliqueDecisionTreeClassifier(**shape)), ("oblique forest", P.ObliqueRandomForestClassifier(trees, **shape)),
        ("extra oblique forest", P.ExtraObliqueRandomForestClassifier(trees, **shape)))
    # Treeple adds the columns of a hyperplane in their order once a model was saved.
    model = pickle.loads(pickle.dumps(model.fit(X, y)))
    export(model, folder / "model.json", X=X, y=y, background_rows=30, schema=table.schema() if rng.random() < 0.6 else None)
    return Model(f"treeple's {kind}", ["model.json"], sklearn_said(model), missing=False)


def keras(rng, table, folder):
    """A network of Keras with the weights of scikit-learn's: Keras computes with NumPy here, which trains nothing."""
    os.environ["KERAS_BACKEND"] = "numpy"
    import keras as K
    from espalier_xai.export import export
    from sklearn.neural_network import MLPClassifier, MLPRegressor
    regress = rng.random() < 0.3
    X, y = labelled(rng, table, regress)
    mean, width = X.mean(axis=0), X.std(axis=0) + 1e-9
    layers = tuple(int(n) for n in rng.integers(2, 5, int(rng.integers(1, 3))))
    trained = (MLPRegressor if regress else MLPClassifier)(hidden_layer_sizes=layers, max_iter=150, learning_rate_init=0.02, random_state=0).fit((X - mean) / width, y)
    coefs, intercepts = [np.array(w) for w in trained.coefs_], [np.array(b) for b in trained.intercepts_]
    coefs[0], intercepts[0] = coefs[0] / width[:, None], intercepts[0] - (mean / width) @ coefs[0]
    end = {"identity": "linear", "logistic": "sigmoid", "softmax": "softmax"}[trained.out_activation_]
    model = K.Sequential([K.layers.Input((X.shape[1],)), *(K.layers.Dense(n, activation="relu") for n in layers), K.layers.Dense(trained.n_outputs_, activation=end)])
    model.set_weights([a for pair in zip(coefs, intercepts) for a in pair])
    export(model, folder / "model.json", X=X, y=y, background_rows=30, schema=table.schema() if rng.random() < 0.6 else None)

    def ask(rows):
        p = np.asarray(model(rows.astype(np.float32)), float)
        if regress:
            return {"values": p[:, 0]}
        p = np.hstack([1 - p, p]) if p.shape[1] == 1 else p
        return {"classes": p.argmax(axis=1), "scores": p}
    return Model("Keras network", ["model.json"], ask, missing=False, near=SINGLE)


class AverageDepths:
    """An isolation forest of isotree's, and its word on the depth of rows."""

    def __init__(self, forest):
        self.forest = forest

    def __call__(self, rows):
        # The forest inside of a classifier's file reads rows as the classifier does.
        return {"values": self.forest.predict(rows.astype(np.float32).astype(float), output="avg_depth")}


def isotree(rng, table, folder):
    """A decision tree with an extended isolation forest beside it."""
    from espalier_xai.export import export
    from isotree import IsolationForest
    from sklearn.tree import DecisionTreeClassifier
    table.X = table.X.astype(np.float32).astype(float)
    X, y = labelled(rng, table, False)
    model = DecisionTreeClassifier(max_depth=int(rng.integers(1, 5)), random_state=0).fit(X, y)
    depths = AverageDepths(IsolationForest(ntrees=int(rng.integers(2, 6)), sample_size=16, ndim=pick(rng, 1, 2, 3), nthreads=1, random_seed=int(rng.integers(1000)), missing_action="fail").fit(X))
    export(model, folder / "model.json", X=X, y=y, background_rows=30, isolation_forest=depths.forest, schema=table.schema() if rng.random() < 0.6 else None)
    return Model("isotree's extended isolation forest", ["model.json"], sklearn_said(model), schema=None, missing=False, depths=depths)


KINDS = {"scikit-learn, linear": linear, "scikit-learn, network": network, "scikit-learn, votes": votes, "LightGBM, linear trees": linear_tree, "ONNX Runtime, sums": onnx, "Espalier": grown}
ELSEWHERE = {"treeple": treeple, "Keras": keras, "isotree": isotree}
