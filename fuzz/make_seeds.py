#!/usr/bin/env python3
"""Write the small seeds of the model targets (seeds/TARGET/*) with the real libraries, and every target's dictionary.

Needs numpy, xgboost, lightgbm, catboost, scikit-learn, skl2onnx, onnxmltools; versions as in ../tests/fixtures/requirements*.txt.
"""
import json
import pathlib
import re
import warnings

import numpy as np

warnings.filterwarnings("ignore")
HERE = pathlib.Path(__file__).resolve().parent
rng = np.random.RandomState(0)
X = np.column_stack([rng.normal(size=200), rng.gamma(2, 3, 200), rng.randint(0, 5, 200)]).astype(np.float32)
signal = X[:, 0] + 0.2 * X[:, 1] + np.isin(X[:, 2], [1, 4])
two, three = (signal > 1.5).astype(int), np.digitize(signal, [1, 2])
gaps = np.where(rng.rand(*X.shape) < 0.1, np.nan, X).astype(np.float32)
gaps[:, 2] = X[:, 2]


def seed(target, name, content):
    folder = HERE / "seeds" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def xgboost_seeds():
    import xgboost
    for name, y, params, kinds in [("logistic", two, dict(objective="binary:logistic"), None), ("softprob", three, dict(objective="multi:softprob", num_class=3), None),
                                   ("dart", two, dict(objective="binary:logistic", booster="dart", rate_drop=0.9), None), ("categories", two, dict(objective="reg:squarederror", max_cat_to_onehot=1), ["q", "q", "c"]),
                                   ("no-split", two, dict(objective="count:poisson", gamma=1e9), None)]:
        data = xgboost.DMatrix(gaps, y, feature_types=kinds, enable_categorical=bool(kinds))
        model = xgboost.train({"max_depth": 2, "nthread": 1, **params}, data, 2 if name != "softprob" else 1)
        seed("xgboost-json", name, bytes(model.save_raw("json")))
        seed("xgboost-ubjson", name, bytes(model.save_raw("ubj")))


def lightgbm_seeds():
    import lightgbm
    for name, y, params, cats in [("binary", two, dict(objective="binary"), []), ("ova", three, dict(objective="multiclassova", num_class=3), []),
                                  ("forest", two, dict(boosting="rf", bagging_freq=1, bagging_fraction=0.5), []), ("categories", two, dict(objective="regression", min_data_per_group=1, cat_smooth=0, max_cat_to_onehot=1), [2]),
                                  ("zero", two, dict(objective="poisson", zero_as_missing=True), [])]:
        model = lightgbm.train({"num_leaves": 3, "verbose": -1, "num_threads": 1, **params}, lightgbm.Dataset(gaps, y, categorical_feature=cats), 2 if name != "ova" else 1)
        seed("lightgbm-text", name, re.sub(r"parameters:\n.*end of parameters\n", "", model.model_to_string(), flags=re.S))
        seed("lightgbm-json", name, json.dumps(model.dump_model()))


def catboost_seeds():
    import catboost
    words = [["red", "green", "blue", "dun", "fawn"][int(v)] for v in X[:, 2]]
    for name, y, params, column in [("oblivious", two, dict(loss_function="Logloss"), None), ("nested", three, dict(loss_function="MultiClass", grow_policy="Lossguide", max_leaves=4), None),
                                    ("codes", signal, dict(loss_function="Poisson", one_hot_max_size=9), X[:, 2].astype(int)), ("texts", two, dict(loss_function="Logloss", one_hot_max_size=9, grow_policy="Depthwise"), words),
                                    ("statistics", two, dict(loss_function="Logloss", one_hot_max_size=1), words)]:
        rows = [[float(a), float(b), c] for (a, b), c in zip(gaps[:, :2], X[:, 2] if column is None else column)]
        pool = catboost.Pool(rows, np.abs(y) if name == "codes" else y, cat_features=None if column is None else [2])
        model = catboost.CatBoost({"iterations": 2, "depth": 2, "verbose": 0, "thread_count": 1, "allow_writing_files": False, "random_seed": 0, **params}).fit(pool)
        path = HERE / "seed.json"
        model.save_model(str(path), format="json", pool=pool)
        document = json.loads(path.read_text())
        path.unlink()
        document["model_info"] = {k: ({"loss_function": v["loss_function"]} if k == "params" else v) for k, v in document["model_info"].items() if k in ("params", "class_params")}
        seed("catboost", name, json.dumps(document, separators=(",", ":")))


def onnx_seeds():
    import catboost
    import lightgbm
    import onnx
    from onnxmltools.convert import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType
    from sklearn import ensemble, pipeline, preprocessing, tree
    from skl2onnx import to_onnx
    ops = {"": 17, "ai.onnx.ml": 3}
    plain = lambda model: {id(model): {"zipmap": False}}
    forest = ensemble.RandomForestClassifier(2, max_depth=2, random_state=0).fit(X, two)
    seed("onnx", "forest", to_onnx(forest, X[:1], target_opset=ops, options=plain(forest)).SerializeToString())
    trees = tree.DecisionTreeClassifier(max_depth=2, random_state=0).fit(X, np.array(["a", "b", "c"])[three])
    seed("onnx", "zipmap", to_onnx(trees, X[:1], target_opset=ops).SerializeToString())
    boost = ensemble.GradientBoostingClassifier(n_estimators=2, max_depth=1, loss="exponential", random_state=0).fit(X, two)
    seed("onnx", "exponential", to_onnx(boost, X[:1], target_opset=ops, options=plain(boost)).SerializeToString())
    scaled = pipeline.make_pipeline(preprocessing.StandardScaler(), preprocessing.MinMaxScaler(), tree.DecisionTreeRegressor(max_depth=2)).fit(X, signal)
    seed("onnx", "scaled", to_onnx(scaled, X[:1].astype(np.float64), target_opset=ops).SerializeToString())
    bag = ensemble.BaggingClassifier(tree.DecisionTreeClassifier(max_depth=1), 2, random_state=0).fit(X, two)
    seed("onnx", "bagging", to_onnx(bag, X[:1], target_opset=ops, options=plain(bag)).SerializeToString())
    light = lightgbm.LGBMRegressor(n_estimators=4, num_leaves=3, verbose=-1, max_cat_to_onehot=1, min_data_per_group=1, cat_smooth=0).fit(X, signal, categorical_feature=[2])
    seed("onnx", "light", convert_lightgbm(light, initial_types=[("input", FloatTensorType([None, 3]))], split=2).SerializeToString())
    cat = catboost.CatBoostClassifier(iterations=2, depth=2, verbose=0, allow_writing_files=False).fit(X, two)
    path = HERE / "seed.onnx"
    cat.save_model(str(path), format="onnx")
    proto = onnx.load(path)
    path.unlink()
    proto.producer_version = "1"
    seed("onnx", "cat", proto.SerializeToString())


def dictionaries():
    """Keys and short texts of the seeds, and pieces that break numbers and structure."""
    for folder in sorted((HERE / "seeds").iterdir()):
        words = set()
        for path in folder.iterdir():
            found = re.findall(rb'"[A-Za-z_ =<>:-]{2,30}"' if folder.name not in ("onnx", "xgboost-ubjson") else rb"[A-Za-z_0-9.]{4,40}", path.read_bytes())
            found += re.findall(rb"^[a-z_]+=", path.read_bytes(), flags=re.M)
            words.update(found)
        words.update([b"null", b"true", b"-1", b"0", b"1e999", b"NaN", b"4294967296", b"18446744073709551615", b"[]", b"{}", b'""'])
        if folder.name in ("onnx", "xgboost-ubjson"):
            words.update([b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b"\x7f\xff\xff\xff", b"[$d#L", b"[$l#L", b"[$U#L", b"{$S#L", b"Z", b"SL"])
        quoted = lambda w: '"' + "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\x{c:02x}" for c in w) + '"'
        (HERE / "dictionaries").mkdir(exist_ok=True)
        (HERE / "dictionaries" / f"{folder.name}.dict").write_text("\n".join(sorted(quoted(w) for w in words)) + "\n")


if __name__ == "__main__":
    for make in (xgboost_seeds, lightgbm_seeds, catboost_seeds, onnx_seeds, dictionaries):
        make()
