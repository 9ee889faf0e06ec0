#!/usr/bin/env python3
"""Trains small models of five libraries and answers with the predictions of each for given rows, over its standard input and output.

The five: scikit-learn, XGBoost, LightGBM, CatBoost and ONNX Runtime (of models converted from the others). Linear models, networks and others are in sloped.py.

One JSON document a line comes in, one goes out:
  {"make": n, "seed": s, "folder": path, "library": name}  trains model n of the day s: {"kind", "name", "files", "schema", "rows"}; with "also" a second model of
                                          the same table too, which answers as {"of": "n also"}; the isolation forest in its file, if any, as {"of": "n depths"}
  {"cause": column, "number": n, "input": type, "folder": path}  trains a regressor of that column from the others, which answers as {"of": "cause"}: {"file"}
  {"hull": rows, "point": p, "norm": name}  the distance of a point from the convex hull of rows: {"distance"}
  {"load": file, "library": name}         a model that was kept as a file: {}
  {"ask": rows}                           of the model {"of": n} (the last two made) or {"of": "kept"}: {"classes", "scores"} or {"values"}
  {"refuse": folder}                      one file a library with more targets than one: {"files"}
Rows are doubles, one after another, in base64: minus zero and missing values come through.

To add a library: a function in LIBRARIES (or in sloped.py) from (rng, table, folder) to a Model; to load kept files, an entry in LOADERS.
"""
import base64
import copy
import json
import os
import pathlib
import sys
import warnings

import numpy as np

warnings.filterwarnings("ignore")
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / "crate" / "python" / "python"))

import sloped  # noqa: E402
from tables import Table  # noqa: E402
from words import Model, decided, onnx_asked, pick, sklearn_said, some  # noqa: E402


# --- scikit-learn ----------------------------------------------------------------------------------------------


def sklearn_estimator(rng, table, regress, missing, simple=False):
    from sklearn import ensemble as E, tree as T
    trees, depth = int(rng.integers(3, 20)), int(rng.integers(1, 6))
    state = int(rng.integers(1 << 30))
    shape = {"max_depth": depth, "random_state": state, **some(rng, 0.3, min_samples_leaf=int(rng.integers(1, 12)), max_leaf_nodes=int(rng.integers(3, 24)))}
    monotone = {} if missing or regress is None else some(rng, 0.1, monotonic_cst=[int(rng.integers(-1, 2)) for _ in table.sorts])
    if regress is False:
        monotone = monotone if len(np.unique(table.y)) == 2 else {}
        weighted = some(rng, 0.2, class_weight="balanced")
        kinds = {
            "tree": lambda: T.DecisionTreeClassifier(**shape, **weighted, **monotone),
            "extra tree": lambda: T.ExtraTreeClassifier(**shape),
            "forest": lambda: E.RandomForestClassifier(trees, **shape, **weighted, **monotone),
            "extra trees": lambda: E.ExtraTreesClassifier(trees, **shape, **weighted),
            "boosting": lambda: E.GradientBoostingClassifier(n_estimators=trees, **{**shape, "max_depth": min(depth, 3)}, subsample=pick(rng, 1.0, 0.7), **some(rng, 0.2, init="zero")),
            "adaboost": lambda: E.AdaBoostClassifier(T.DecisionTreeClassifier(max_depth=min(depth, 3)), n_estimators=trees, random_state=state),
            "bagging": lambda: E.BaggingClassifier(T.DecisionTreeClassifier(max_depth=depth), trees, max_features=pick(rng, 1.0, 0.7), random_state=state),
            "hist": lambda: E.HistGradientBoostingClassifier(max_iter=trees, max_leaf_nodes=int(rng.integers(2, 12)), **hist(rng, table, state)),
        }
    else:
        kinds = {
            "tree": lambda: T.DecisionTreeRegressor(**shape, **monotone),
            "extra tree": lambda: T.ExtraTreeRegressor(**shape),
            "forest": lambda: E.RandomForestRegressor(trees, **shape, **monotone),
            "extra trees": lambda: E.ExtraTreesRegressor(trees, **shape),
            "boosting": lambda: E.GradientBoostingRegressor(n_estimators=trees, loss=pick(rng, "squared_error", "absolute_error", "huber", "quantile"), **{**shape, "max_depth": min(depth, 3)}),
            "bagging": lambda: E.BaggingRegressor(T.DecisionTreeRegressor(max_depth=depth), trees, random_state=state),
            "hist": lambda: E.HistGradientBoostingRegressor(max_iter=trees, loss=pick(rng, "squared_error", "absolute_error"), max_leaf_nodes=int(rng.integers(2, 12)), **hist(rng, table, state)),
        }
    able = [k for k in kinds if not (missing and k in ("boosting", "adaboost", "bagging")) and not (simple and k in ("adaboost", "bagging"))]
    kind = pick(rng, *able)
    return kind, kinds[kind]()


def hist(rng, table, state):
    return {"random_state": state, "min_samples_leaf": int(rng.integers(1, 15)), "learning_rate": float(rng.uniform(0.05, 0.6)),
            "max_bins": int(rng.integers(3, 255)), **({"categorical_features": table.codes()} if table.codes() and rng.random() < 0.7 else {})}


class Depths:
    """An isolation forest of scikit-learn's, and its word on the depth of rows: its score is 2 to the power of minus depth by c(samples)."""

    def __init__(self, forest):
        self.forest = forest

    def __call__(self, rows):
        n = self.forest.max_samples_
        c = 2 * (np.log(n - 1) + np.euler_gamma) - 2 * (n - 1) / n
        return {"values": -np.log2(-self.forest.score_samples(rows)) * c}


def isolation(rng, table):
    from sklearn.ensemble import IsolationForest
    return Depths(IsolationForest(n_estimators=int(rng.integers(2, 12)), max_samples=32, random_state=int(rng.integers(1 << 30))).fit(table.X))


def sklearn(rng, table, folder):
    from espalier_xai.export import export
    regress, missing = rng.random() < 0.3, rng.random() < 0.35
    if missing:
        table.with_missing()
    table.y = table.values() if regress else table.classes(pick(rng, 2, 2, 3, 4))
    table.X = np.where(np.abs(table.X) > 1e30, 1e30, table.X)
    kind, model = sklearn_estimator(rng, table, regress, missing)
    model.fit(table.X, table.y)
    more = {} if rng.random() < 0.3 else {"X": table.X, "y": table.y, "background_rows": 30}
    depths = isolation(rng, table) if more and not missing and kind != "hist" and rng.random() < 0.4 else None
    forest = {} if depths is None else {"isolation_forest": depths.forest}
    export(model, folder / "model.json", schema=table.schema() if rng.random() < 0.6 and not getattr(model, "categorical_features", None) else None, **more, **forest)
    return Model(f"{kind}{' regressor' if regress else ''}", ["model.json"], sklearn_said(model), kind=f"scikit-learn, {kind}", schema=None, missing=missing or kind == "hist", depths=depths)


# --- XGBoost ---------------------------------------------------------------------------------------------------


def xgboost_params(rng, table):
    params = {"max_depth": int(rng.integers(1, 6)), "seed": int(rng.integers(1 << 30)), "nthread": 1, "tree_method": pick(rng, "hist", "hist", "exact", "approx"),
              "learning_rate": float(rng.uniform(0.05, 1.0)), "min_child_weight": float(pick(rng, 0.0, 0.1, 1.0, 5.0)),
              **some(rng, 0.25, subsample=0.7, colsample_bynode=0.7, reg_lambda=float(rng.uniform(0, 5)), reg_alpha=0.3, gamma=0.5, max_delta_step=0.7)}
    if params["tree_method"] == "exact":
        params.pop("colsample_bynode", None)
    else:
        params |= some(rng, 0.3, max_bin=int(rng.integers(2, 60)), grow_policy="lossguide", max_leaves=int(rng.integers(3, 20)))
    if rng.random() < 0.15:
        params["monotone_constraints"] = "(" + ",".join(str(int(v)) for v in rng.integers(-1, 2, len(table.sorts))) + ")"
    if rng.random() < 0.15:
        params |= {"booster": "dart", "rate_drop": 0.4, "skip_drop": 0.2}
    elif rng.random() < 0.1:
        params["num_parallel_tree"] = 3
    return params


XGBOOST_CLASSES = {"binary:logistic": 2, "binary:logitraw": 2, "multi:softprob": 3, "multi:softmax": 3}


def xgboost_asked(booster, objective, rounds=(0, 0)):
    import xgboost

    def ask(rows):
        types = booster.feature_types
        matrix = xgboost.DMatrix(rows, feature_names=booster.feature_names, feature_types=types, enable_categorical=bool(types), nthread=1)
        p = booster.predict(matrix, iteration_range=rounds)
        if objective == "multi:softmax":
            # Asked for classes it says no probabilities; as XGBClassifier, its probabilities are those of the other objective.
            booster.set_param({"objective": "multi:softprob"})
            scores = booster.predict(matrix, iteration_range=rounds)
            booster.set_param({"objective": objective})
            return {"classes": p.astype(int), "scores": scores}
        return decided(p) if objective in XGBOOST_CLASSES or objective == "reg:logistic" else {"values": p}
    return ask


def xgboost(rng, table, folder):
    import xgboost as X
    if rng.random() < 0.5:
        table.with_missing()
    objective = pick(rng, "binary:logistic", "binary:logistic", "binary:logistic", "multi:softprob", "multi:softprob", "multi:softmax", "binary:logitraw", "reg:logistic",
                     "reg:squarederror", "reg:squarederror", "count:poisson", "reg:gamma", "reg:tweedie", "reg:absoluteerror", "reg:pseudohubererror", "reg:quantileerror")
    params = {**xgboost_params(rng, table), "objective": objective}
    if objective in XGBOOST_CLASSES:
        classes = pick(rng, 3, 4) if objective.startswith("multi") else 2
        y = table.classes(classes)
        params |= {"num_class": classes} if classes > 2 else some(rng, 0.3, base_score=float(np.round(rng.uniform(0.05, 0.95), 2)))
    else:
        y = {"count:poisson": table.counts, "reg:tweedie": table.counts, "reg:gamma": table.positive, "reg:logistic": lambda: 1 / (1 + np.exp(-table.signal))}.get(objective, table.values)()
        params |= {"quantile_alpha": 0.7} if objective == "reg:quantileerror" else {}
    types = None
    if table.codes() and rng.random() < 0.6 and params["tree_method"] != "exact":
        types = ["c" if sort == "code" else "q" for sort in table.sorts]
        params |= {"max_cat_to_onehot": pick(rng, 1, 4, 100)}
        params.pop("monotone_constraints", None)
    data = X.DMatrix(table.X.astype(np.float32), y, feature_types=types, enable_categorical=bool(types), nthread=1)
    booster = X.train(params, data, int(rng.integers(2, 25)))
    booster.save_model(str(folder / "model.json"))
    booster.save_model(str(folder / "model.ubj"))
    files = ["model.json", "model.ubj"] if rng.random() < 0.5 else ["model.ubj", "model.json"]
    kind = f"XGBoost{', dart' if 'booster' in params else ''}{', several classes' if objective.startswith('multi') else ''}{', sets of categories' if types else ''}"
    return Model(f"{objective}{' dart' if 'booster' in params else ''}{' categories' if types else ''}", files, xgboost_asked(booster, objective), kind=kind)


# --- LightGBM --------------------------------------------------------------------------------------------------


LIGHTGBM_CLASSES = ("binary", "multiclass", "multiclassova", "cross_entropy")


def lightgbm_asked(booster, objective):
    def ask(rows):
        p = booster.predict(rows, num_threads=1)
        return decided(p) if objective.split()[0] in LIGHTGBM_CLASSES else {"values": p}
    return ask


def lightgbm(rng, table, folder):
    import lightgbm as L
    if rng.random() < 0.5:
        table.with_missing()
    objective = pick(rng, "binary", "binary", "binary", "multiclass", "multiclass", "multiclassova", "cross_entropy", "regression", "regression",
                     "regression_l1", "huber", "fair", "poisson", "quantile", "mape", "gamma", "tweedie")
    boosting = pick(rng, "gbdt", "gbdt", "gbdt", "dart", "rf")
    params = {"objective": objective, "boosting": boosting, "verbose": -1, "num_threads": 1, "seed": int(rng.integers(1 << 30)), "deterministic": True,
              "num_leaves": int(rng.integers(2, 16)), "min_data_in_leaf": int(rng.integers(1, 20)), "learning_rate": float(rng.uniform(0.05, 0.6)),
              "min_data_in_bin": int(rng.integers(1, 6)),
              **some(rng, 0.2, max_bin=int(rng.integers(3, 63)), use_missing=False, zero_as_missing=True, path_smooth=2.0, extra_trees=True, lambda_l2=2.0, max_depth=3,
                     feature_fraction=0.7)}
    if boosting == "rf":
        params |= {"bagging_fraction": 0.6, "bagging_freq": 1}
    if objective in ("binary", "multiclass", "multiclassova"):
        classes = 2 if objective == "binary" else pick(rng, 3, 4)
        y = table.classes(classes)
        params |= {"num_class": classes} if classes > 2 else some(rng, 0.2, is_unbalance=True)
        params |= some(rng, 0.2, sigmoid=1.7) if objective != "multiclass" else {}
    else:
        y = {"cross_entropy": lambda: 1 / (1 + np.exp(-table.signal)), "poisson": table.counts, "tweedie": table.counts, "gamma": table.positive, "mape": table.positive}.get(objective, table.values)()
    codes = table.codes() if rng.random() < 0.6 else []
    if codes:
        params |= {"min_data_per_group": 2, "cat_smooth": 1.0, "max_cat_to_onehot": pick(rng, 1, 4, 100)}
    elif rng.random() < 0.15 and objective not in ("regression_l1", "huber", "quantile", "mape"):
        params |= {"monotone_constraints": [int(v) for v in rng.integers(-1, 2, len(table.sorts))], "monotone_constraints_method": pick(rng, "basic", "intermediate")}
    booster = L.train(params, L.Dataset(table.X, y, categorical_feature=codes, params={"verbose": -1}), int(rng.integers(2, 25)))
    booster.save_model(str(folder / "model.txt"))
    (folder / "dump.json").write_text(json.dumps(booster.dump_model()))
    files = ["model.txt", "dump.json"] if rng.random() < 0.7 else ["dump.json", "model.txt"]
    name = f"{objective} {boosting}" + "".join(f" {key}" for key in ("use_missing", "zero_as_missing") if key in params) + (" categories" if codes else "")
    kind = f"LightGBM, {boosting}{', several classes' if objective.startswith('multi') else ''}{', sets of categories' if codes else ''}"
    return Model(name, files, lightgbm_asked(booster, objective), kind=kind)


# --- CatBoost --------------------------------------------------------------------------------------------------


def catboost_asked(model, cats):
    import catboost as C
    import pandas
    classifies = len(getattr(model, "classes_", ())) > 0

    def ask(rows):
        if cats:
            rows = pandas.DataFrame({k: rows[:, k].astype(int) if k in cats else rows[:, k] for k in range(rows.shape[1])})
        pool = C.Pool(rows, cat_features=cats)
        if classifies:
            labels = [str(c) for c in model.classes_]
            said = np.ravel(model.predict(pool, prediction_type="Class", thread_count=1))
            return {"classes": np.array([labels.index(str(c)) for c in said]), "scores": model.predict(pool, prediction_type="Probability", thread_count=1)}
        loss = str(model.get_all_params().get("loss_function", "")).split(":")[0]
        return {"values": model.predict(pool, prediction_type="Exponent" if loss in ("Poisson", "Tweedie") else "RawFormulaVal", thread_count=1)}
    return ask


def catboost_model(rng, table, cats):
    import catboost as C
    loss = pick(rng, "Logloss", "Logloss", "Logloss", "CrossEntropy", "MultiClass", "MultiClass", "MultiClassOneVsAll", "RMSE", "RMSE", "MAE", "Quantile:alpha=0.7", "Poisson", "Tweedie:variance_power=1.5")
    params = {"loss_function": loss, "iterations": int(rng.integers(3, 25)), "random_seed": int(rng.integers(1 << 30)), "thread_count": 1, "verbose": 0,
              "allow_writing_files": False, "learning_rate": float(rng.uniform(0.05, 0.8)), "depth": int(rng.integers(1, 6)),
              **some(rng, 0.25, border_count=int(rng.integers(3, 60)), l2_leaf_reg=float(rng.uniform(0, 6)), feature_border_type=pick(rng, "Median", "Uniform", "MinEntropy"), random_strength=0.0)}
    if rng.random() < 0.25:
        params |= {"grow_policy": pick(rng, "Depthwise", "Lossguide")}
    if np.isnan(table.X).any():
        params |= {"nan_mode": pick(rng, "Min", "Max")}
    if cats:
        params |= {"one_hot_max_size": 255}
    classifies = loss in ("Logloss", "CrossEntropy", "MultiClass", "MultiClassOneVsAll")
    if loss == "CrossEntropy":
        y = np.clip(1 / (1 + np.exp(-table.signal)), 0, 1)
    elif classifies:
        y = table.classes(2 if loss == "Logloss" else pick(rng, 3, 4))
    else:
        y = table.counts() if loss.startswith(("Poisson", "Tweedie")) else table.values()
    return loss, (C.CatBoostClassifier if classifies else C.CatBoostRegressor)(**params), y


def catboost(rng, table, folder):
    import catboost as C
    import pandas
    cats = table.codes() if rng.random() < 0.6 else []
    if rng.random() < 0.45:
        table.with_missing([k for k in range(len(table.sorts)) if k not in cats])
    usable(table)
    loss, model, y = catboost_model(rng, table, cats)
    rows = table.X
    if cats:
        rows = pandas.DataFrame({k: rows[:, k].astype(int) if k in cats else rows[:, k] for k in range(rows.shape[1])})
    model.fit(C.Pool(rows, y, cat_features=cats))
    model.save_model(str(folder / "model.json"), format="json")
    return Model(f"{loss}{' categories' if cats else ''}", ["model.json"], catboost_asked(model, cats), cats=cats,
                 kind=f"CatBoost{', several classes' if loss.startswith('Multi') else ''}{', categories' if cats else ''}")


def usable(table):
    """CatBoost and the converters refuse tables of constants: one column at least tells rows apart."""
    if all(len(np.unique(column[~np.isnan(column)])) < 2 for column in table.X.T):
        table.X[:, 0] = np.arange(len(table.X)) % 7


# --- ONNX Runtime ----------------------------------------------------------------------------------------------


def onnx(rng, table, folder):
    import onnxmltools
    import skl2onnx
    from skl2onnx.common.data_types import FloatTensorType
    usable(table)
    regress, origin = bool(rng.random() < 0.25), pick(rng, "scikit-learn", "scikit-learn", "XGBoost", "LightGBM", "CatBoost")
    width, path = table.X.shape[1], folder / "model.onnx"
    table.X = np.clip(table.X, -1e30, 1e30).astype(np.float32)
    rows = table.X
    table.y = y = table.values() if regress else table.classes(pick(rng, 2, 2, 3))
    trees = {"n_estimators": int(rng.integers(3, 20)), "max_depth": int(rng.integers(1, 5)), "random_state": int(rng.integers(1 << 30))}
    kind = origin
    if origin == "scikit-learn":
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        kind, model = sklearn_estimator(rng, table, regress, False, simple=True)
        if kind == "hist" and getattr(model, "categorical_features", None) is not None:
            model.categorical_features = None
        # Over a tiny spread the exporter's factor is infinite, and the operator's values are no numbers; the file is refused.
        scaled = rng.random() < 0.15 and "tiny" not in table.sorts
        model = make_pipeline(StandardScaler(), model) if scaled else model
        model.fit(rows, y)
        initial = [("X", FloatTensorType([None, width]))]
        proto = skl2onnx.to_onnx(model, initial_types=initial, options=None if regress else {"zipmap": False}, target_opset={"": 17, "ai.onnx.ml": 3})
        kind += " scaled" if scaled else ""
    elif origin == "XGBoost":
        import xgboost as X
        model = (X.XGBRegressor if regress else X.XGBClassifier)(**trees, base_score=0.5, n_jobs=1).fit(rows, y)
        proto = onnxmltools.convert_xgboost(model, initial_types=[("X", onnxmltools.convert.common.data_types.FloatTensorType([None, width]))])
    elif origin == "LightGBM":
        import lightgbm as L
        model = (L.LGBMRegressor if regress else L.LGBMClassifier)(**trees, num_leaves=7, n_jobs=1, verbose=-1).fit(rows, y)
        proto = onnxmltools.convert_lightgbm(model, initial_types=[("X", onnxmltools.convert.common.data_types.FloatTensorType([None, width]))], zipmap=False)
    else:
        import catboost as C
        kind_ = C.CatBoostRegressor if regress else C.CatBoostClassifier
        model = kind_(iterations=trees["n_estimators"], depth=trees["max_depth"], random_seed=0, thread_count=1, verbose=0, allow_writing_files=False).fit(rows, y)
        model.save_model(str(path), format="onnx")
    if origin != "CatBoost":
        path.write_bytes(proto.SerializeToString())
    return Model(f"{origin} {kind}{' regressor' if regress else ''}" if kind != origin else f"{origin}{' regressor' if regress else ''}", ["model.onnx"], onnx_asked(path), kind=f"ONNX, trees of {origin}")


LIBRARIES = {"scikit-learn": sklearn, "XGBoost": xgboost, "LightGBM": lightgbm, "CatBoost": catboost, "ONNX Runtime": onnx}


# --- kept and refused ------------------------------------------------------------------------------------------


def loaded_xgboost(path):
    import xgboost as X
    booster = X.Booster(model_file=str(path))
    return xgboost_asked(booster, json.loads(booster.save_config())["learner"]["objective"]["name"])


def loaded_lightgbm(path):
    import lightgbm as L
    booster = L.Booster(model_file=str(path))
    return lightgbm_asked(booster, booster.dump_model()["objective"])


def loaded_catboost(path):
    import catboost as C
    model = C.CatBoost()
    model.load_model(str(path), format="json")
    return catboost_asked(model, list(model.get_cat_feature_indices()))


LOADERS = {"XGBoost": loaded_xgboost, "LightGBM": loaded_lightgbm, "CatBoost": loaded_catboost, "ONNX Runtime": onnx_asked}


def refused(folder):
    """Models of two targets, which one question cannot ask about: by library the file, or for scikit-learn the words of its exporter."""
    import catboost as C
    import skl2onnx
    import xgboost as X
    from espalier_xai.export import ExportError, export
    from sklearn.ensemble import RandomForestRegressor
    rng = np.random.default_rng(0)
    rows, both = rng.normal(size=(80, 2)).astype(np.float32), rng.normal(size=(80, 2))
    X.XGBRegressor(n_estimators=2, max_depth=2, n_jobs=1).fit(rows, both).save_model(str(folder / "two.ubj"))
    C.CatBoostRegressor(loss_function="MultiRMSE", iterations=2, depth=2, verbose=0, thread_count=1, allow_writing_files=False).fit(rows, both).save_model(str(folder / "two.json"), format="json")
    forest = RandomForestRegressor(2, max_depth=2).fit(rows, both)
    (folder / "two.onnx").write_bytes(skl2onnx.to_onnx(forest, rows[:1]).SerializeToString())
    try:
        export(forest, folder / "two-forest.json")
    except ExportError as e:
        return {"files": {"XGBoost": "two.ubj", "CatBoost": "two.json", "ONNX Runtime": "two.onnx"}, "exporter": str(e), "linear": linear()}
    return {"files": {}, "exporter": "", "linear": []}


def linear():
    """The words of the exporter of linear models where it refuses one: each trained on both precisions and all sorts of labels, on columns of many sizes."""
    from espalier_xai.export import ExportError, export
    from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler, StandardScaler
    from sklearn.svm import LinearSVC
    rng, said = np.random.default_rng(0), []
    models = (LinearSVC(), LogisticRegression(), Perceptron(), RidgeClassifier(), SGDClassifier(max_iter=50), SGDClassifier(loss="log_loss", max_iter=50))
    for model in models:
        for dtype in (np.float32, np.float64):
            for classes, scaler in ((2, None), (2, StandardScaler()), (3, None), (3, MinMaxScaler()), (5, StandardScaler())):
                rows = (rng.normal(size=(120, 4)) * 10.0 ** rng.integers(-2, 5, 4)).astype(dtype)
                signal = (rows / rows.std(0)).sum(1)
                codes = np.digitize(signal, np.quantile(signal, np.linspace(0, 1, classes + 1)[1:-1]))
                for labels in (codes, codes * 3 - 2, np.array(["abcde"[k] for k in codes])) + ((codes == 1,) if classes == 2 else ()):
                    try:
                        fitted = (make_pipeline(scaler, model) if scaler else model).fit(rows, labels)
                        document = export(fitted, None, X=rows, y=labels)
                        assert document["classes"] == [str(c) for c in fitted.classes_]
                    except (ExportError, AssertionError) as e:
                        said.append(f"{model} of {classes} classes in {dtype.__name__}: {e}")
    return said


# --- the conversation ------------------------------------------------------------------------------------------


def packed(array):
    return base64.b64encode(np.ascontiguousarray(array, dtype="<f8").tobytes()).decode()


def unpacked(text, width):
    return np.frombuffer(base64.b64decode(text), "<f8").reshape(-1, width)


def make(n, seed, folder, library, also=False):
    """The model and, where one is asked for, a second one of the same table; the answer to the campaign."""
    rng = np.random.default_rng([seed, n])
    train = LIBRARIES.get(library) or sloped.KINDS.get(library) or sloped.ELSEWHERE[library]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    table = Table(rng) if library in LIBRARIES else sloped.plain(Table(rng))
    twin = None
    if also:
        # Two models that read a column as numbers and as codes have no answers in common.
        table.sorts = ["whole" if sort == "code" else sort for sort in table.sorts]
        twin = copy.deepcopy(table)
        twin.rng = np.random.default_rng([seed, n, 1])
        twin.signal += twin.rng.normal(0, 0.5 * twin.signal.std() + 1e-9, len(twin.signal))
    model = train(rng, table, folder)
    if twin is not None:
        (folder / "also").mkdir(exist_ok=True)
        twin = train(twin.rng, twin, folder / "also")
    schema = {} if "schema" in model.more else {"schema": table.schema()}
    said = {"kind": model.more.get("kind", model.name), "name": model.name, "files": model.files, "width": table.X.shape[1], "rows": packed(table.X), "sorts": table.sorts, "near": model.more.get("near", 0),
            "cats": model.more.get("cats", []), "missing": bool(model.more.get("missing", True)), "depths": model.more.get("depths") is not None, **schema}
    return model, twin, table, said if twin is None else said | {"also": f"also/{twin.files[0]}", "complete": not twin.more.get("missing", True)}


def cause(table, column, precision, folder):
    """A regressor of a column from the others, of a library that reads numbers of the given type (of XGBoost's and CatBoost's models another library's)."""
    X, y = np.nan_to_num(table.X), np.nan_to_num(table.X[:, column])
    X[:, column] = 0
    y = y + y.std() * table.signal
    folder = pathlib.Path(folder)
    if precision == "float64_flushed":
        import lightgbm as L
        booster = L.train({"verbose": -1, "num_leaves": 4, "num_threads": 1}, L.Dataset(X, y, params={"verbose": -1}), 3)
        booster.save_model(str(folder / "cause.txt"))
        return "cause.txt", lambda rows: {"values": booster.predict(rows, num_threads=1)}
    from espalier_xai.export import export
    from sklearn.ensemble import GradientBoostingRegressor, HistGradientBoostingRegressor
    model = (GradientBoostingRegressor(n_estimators=3, max_depth=2) if precision == "float32" else HistGradientBoostingRegressor(max_iter=3, max_leaf_nodes=4)).fit(X, y)
    export(model, folder / "cause.json")
    return "cause.json", lambda rows: {"values": model.predict(rows)}


def distance(rows, point, norm):
    """How far a point lies from the hull of rows: a linear program of SciPy."""
    from scipy.optimize import linprog
    rows, point = np.array(rows), np.array(point)
    count, width = rows.shape
    gaps = width if norm == "l1" else 1
    wide = np.eye(width) if norm == "l1" else np.ones((width, 1))
    A = np.block([[rows.T, -wide], [-rows.T, -wide]])
    found = linprog(np.concatenate([np.zeros(count), np.ones(gaps)]), A, np.concatenate([point, -point]), [np.concatenate([np.ones(count), np.zeros(gaps)])], [1.0])
    return found.fun


def main():
    # The output of libraries must not get into the conversation.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    asks, made = {}, []
    for line in sys.stdin:
        told = json.loads(line)
        try:
            if "make" in told:
                n = told["make"]
                model, twin, table, said = make(n, told["seed"], told["folder"], told["library"], told.get("also", False))
                words = {n: model.ask, f"{n} also": twin and twin.ask, f"{n} depths": model.more.get("depths")}
                made = [*made[-1:], (n, table, {of: (ask, table.X.shape[1]) for of, ask in words.items() if ask})]
                asks = {of: ask for _, _, words in made for of, ask in words.items()}
            elif "cause" in told:
                table = next(table for n, table, _ in made if n == told["number"])
                file, ask = cause(table, told["cause"], told["input"], told["folder"])
                asks["cause"], said = (ask, table.X.shape[1]), {"file": file}
            elif "hull" in told:
                said = {"distance": distance(told["hull"], told["point"], told["norm"])}
            elif "load" in told:
                path = pathlib.Path(told["load"])
                asks, said = {"kept": (LOADERS[told["library"]](path), told["width"])}, {}
            elif "refuse" in told:
                said = refused(pathlib.Path(told["refuse"]))
            else:
                ask, width = asks[told["of"]]
                said = {key: packed(value) for key, value in ask(unpacked(told["ask"], width)).items()}
        except Exception as e:  # told to the campaign, which names the model
            said = {"error": f"{type(e).__name__}: {e}"}
        out.write(json.dumps(said) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
