"""Makes the models and questions of scripts/bench-best.py.

python scripts/make-best.py DATA FOLDER [SEED] [ROWS]

DATA holds adult.csv, breast-cancer.csv, spambase.csv (as the OCEAN paper's authors publish them, with two lines of kinds below the names) and ames-housing.csv.
FOLDER gets a folder for each model: xgb.json for Veritas, and for us model.json, the same trees as a regression of the raw score (so that a bound is
one of the score and no probability of 1), with schema.json and questions.json. Each question is a box: a row, plus and minus a share of each column's
range, within the range. Needs xgboost, pandas and scikit-learn.
"""
import json, pathlib, sys
import numpy as np, pandas as pd, xgboost as xgb
from sklearn.datasets import load_digits

data, out = map(pathlib.Path, sys.argv[1:3])
seed, rows = [int(x) for x in (sys.argv[3:5] + ["1", "6"][len(sys.argv) - 3 :])]


def table(name, target):
    t = pd.read_csv(data / f"{name}.csv", skiprows=None if name == "ames-housing" else [1, 2])
    y = t.pop(target)
    t = t.drop(columns=[c for c in ("Id", "PID") if c in t])
    t = t.apply(lambda c: c if pd.api.types.is_numeric_dtype(c) else pd.Series(pd.factorize(c)[0], index=c.index))
    return t.to_numpy(dtype=np.float32), y.to_numpy(dtype=float)


def sets():
    x, y = table("adult", "Class")
    yield "adult-100x5", x, y, 100, 5
    yield "adult-500x8", x, y, 500, 8
    x, y = table("breast-cancer", "Class")
    yield "breast-100x5", x, y, 100, 5
    x, y = table("spambase", "Class")
    yield "spam-500x8", x, y, 500, 8
    x, y = table("ames-housing", "SalePrice")
    x = x[:, x.std(0) > 0]
    yield "ames-300x6", np.where(np.isnan(x), -1, x).astype(np.float32), np.log(y), 300, 6
    digits = load_digits()
    yield "digits-200x7", digits.data.astype(np.float32), digits.target >= 5, 200, 7


for name, x, y, trees, depth in sets():
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    regress = name.startswith("ames")
    kind = xgb.XGBRegressor if regress else xgb.XGBClassifier
    model = kind(n_estimators=trees, max_depth=depth, learning_rate=0.1, random_state=seed, base_score=None if regress else 0.5)
    model.fit(x, y if regress else (y == np.unique(y)[-1]).astype(int))
    model.save_model(folder / "xgb.json")
    document = json.loads((folder / "xgb.json").read_text())
    if not regress:
        document["learner"]["objective"] = {"name": "reg:squarederror", "reg_loss_param": {"scale_pos_weight": "1"}}
        document["learner"]["learner_model_param"]["base_score"] = "[0E0]"
    (folder / "model.json").write_text(json.dumps(document))
    low, high = x.min(0).astype(float), x.max(0).astype(float)
    features = [{"name": f"f{i}", "min": a, "max": max(b, a + 1e-3), "column": i} for i, (a, b) in enumerate(zip(low, high))]
    (folder / "schema.json").write_text(json.dumps({"features": features}))
    questions = []
    for r in np.random.default_rng(seed).choice(len(x), rows, replace=False):
        row = x[r].astype(float)
        for share in (0.02, 0.05, 0.2, 1.0):
            ends = [np.maximum(low, row - share * (high - low)), np.minimum(high, row + share * (high - low))]
            a, b = [end.astype(np.float32).astype(float).tolist() for end in ends]
            limits = [{"range": {"feature": f"f{i}", "min": a[i], "max": b[i]}} for i in range(len(row))]
            request = {"query": row.tolist(), "target": {"best": "max"}, "constraints": limits}
            questions.append({"row": int(r), "share": share, "box": [a, b], "request": request})
    (folder / "questions.json").write_text(json.dumps(questions))
    print(name, x.shape, len(questions), flush=True)
