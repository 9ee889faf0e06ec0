"""Makes the models and questions of `npm run bench:peers`.

python make.py FOLDER --seed 1 --queries 6 [--data FOLDER] [--only TEXT]

FOLDER gets a folder for each set: schema.json, questions.json, and model.onnx (a forest) or xgb.json and model.json (boosting: for Veritas, and for us the same
trees as a regression of the raw score where the best score is asked for, so that a bound is one of the score and no probability of 1). Every column is scaled to
0 to 1. The sets are made from data that scikit-learn has; `--data` adds those of adult.csv and spambase.csv, as the OCEAN paper's authors publish them,
with two lines of kinds below the names, and of ames-housing.csv.

A question has a kind. "l1", "l0" and "linf": the least change to another class. "best": the largest score in a box, a row plus and minus a share of the range.
"""
import argparse, json, pathlib
import numpy as np, pandas as pd, xgboost as xgb
from skl2onnx import to_onnx
from sklearn.datasets import load_breast_cancer, load_digits, make_classification
from sklearn.ensemble import RandomForestClassifier

parser = argparse.ArgumentParser()
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--queries", type=int, default=6)
parser.add_argument("--data", type=pathlib.Path)
parser.add_argument("--only", default="")
args = parser.parse_args()

SHARES = (0.02, 0.05, 0.2, 1.0)


def table(name, target):
    t = pd.read_csv(args.data / f"{name}.csv", skiprows=None if name == "ames-housing" else [1, 2])
    y = t.pop(target)
    t = t.drop(columns=[c for c in ("Id", "PID") if c in t])
    t = t.apply(lambda c: c if pd.api.types.is_numeric_dtype(c) else pd.Series(pd.factorize(c)[0], index=c.index))
    return t.fillna(-1).to_numpy(float), y.to_numpy()


def pictures(width):
    """scikit-learn's digits of 8x8 pixels, drawn on width x width: each pixel is the mean of the pixels that it lies over, by area."""
    digits = load_digits()
    ends = np.arange(width + 1) * 8 / width
    part = np.array([[max(0, min(b, j + 1) - max(a, j)) for j in range(8)] for a, b in zip(ends, ends[1:])])
    part /= part.sum(1, keepdims=True)
    return np.einsum("ia,nab,jb->nij", part, digits.images, part).reshape(len(digits.images), -1), digits.target


def sets():
    """Name, columns, labels, kind of model, trees, depth, kinds of questions."""
    changes = ("l1", "l0", "linf")
    x, y = pictures(28)
    for depth in (6, 7, 8):
        yield f"digits28-forest-100x{depth}", x, y >= 5, "forest", 100, depth, ("l1",)
    x, y = load_digits(return_X_y=True)
    yield "digits-forest-100x8", x, y, "forest", 100, 8, ("l1",)
    yield "digits-boosting-200x7", x, y >= 5, "boosting", 200, 7, ("linf", "best")
    x, y = load_breast_cancer(return_X_y=True)
    yield "tumour-forest-100x5", x, y, "forest", 100, 5, changes
    yield "tumour-boosting-100x5", x, y, "boosting", 100, 5, ("linf", "best")
    x, y = make_classification(2000, 30, n_informative=12, n_redundant=6, random_state=args.seed)
    yield "made30-forest-100x6", x, y, "forest", 100, 6, changes
    yield "made30-boosting-300x5", x, y, "boosting", 300, 5, ("l1", "linf", "best")
    if args.data:
        x, y = table("adult", "Class")
        yield "adult-forest-100x5", x, y, "forest", 100, 5, changes
        yield "adult-boosting-100x5", x, y, "boosting", 100, 5, ("linf", "best")
        yield "adult-boosting-500x8", x, y, "boosting", 500, 8, ("linf", "best")
        x, y = table("spambase", "Class")
        yield "spam-forest-300x10", x, y, "forest", 300, 10, ("l1",)
        yield "spam-forest-1000x8", x, y, "forest", 1000, 8, ("l1",)
        yield "spam-boosting-500x8", x, y, "boosting", 500, 8, ("linf", "best")
        x, y = table("ames-housing", "SalePrice")
        yield "ames-boosting-300x6", x, np.log(y), "regression", 300, 6, ("best",)


def boxes(row):
    for share in SHARES:
        low, high = (end.astype(np.float32).astype(float).tolist() for end in (np.maximum(0, row - share), np.minimum(1, row + share)))
        limits = [{"range": {"feature": f"f{i}", "min": a, "max": b}} for i, (a, b) in enumerate(zip(low, high))]
        yield {"kind": f"best {share}", "box": [low, high], "request": {"query": row.tolist(), "target": {"best": "max"}, "constraints": limits}}


for name, x, y, model, trees, depth, kinds in sets():
    if args.only not in name:
        continue
    rng = np.random.default_rng(args.seed)
    x = x[:, x.std(0) > 0]
    x = ((x - x.min(0)) / (x.max(0) - x.min(0))).astype(np.float32)
    y = y if model == "regression" else np.unique(y, return_inverse=True)[1]
    folder = args.folder / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schema.json").write_text(json.dumps({"features": [{"name": f"f{i}", "min": 0, "max": 1, "column": i} for i in range(x.shape[1])]}))
    if model == "forest":
        fitted = RandomForestClassifier(trees, max_depth=depth, random_state=args.seed, n_jobs=-1).fit(x, y)
        onnx = to_onnx(fitted, x[:1], options={"zipmap": False}, target_opset={"": 17, "ai.onnx.ml": 3})
        (folder / "model.onnx").write_bytes(onnx.SerializeToString())
    else:
        kind = xgb.XGBRegressor if model == "regression" else xgb.XGBClassifier
        fitted = kind(n_estimators=trees, max_depth=depth, learning_rate=0.1, random_state=args.seed, **({} if model == "regression" else {"base_score": 0.5}))
        fitted.fit(x, y)
        fitted.save_model(folder / "xgb.json")
        document = json.loads((folder / "xgb.json").read_text())
        (folder / "model.json").write_text(json.dumps(document))
        if model != "regression":
            document["learner"]["objective"] = {"name": "reg:squarederror", "reg_loss_param": {"scale_pos_weight": "1"}}
            document["learner"]["learner_model_param"]["base_score"] = "[0E0]"
        if "best" in kinds:
            score = args.folder / f"{name}-score"
            score.mkdir(exist_ok=True)
            (score / "model.json").write_text(json.dumps(document))
            for file in ("schema.json", "xgb.json"):
                (score / file).write_bytes((folder / file).read_bytes())
    rows = x[rng.choice(len(x), args.queries, replace=False)].astype(float)
    if "best" in kinds:
        (score / "questions.json").write_text(json.dumps([q for row in rows for q in boxes(row)]))
    questions = []
    for row in rows:
        classes = [] if model == "regression" else fitted.classes_
        here = None if model == "regression" else int(fitted.predict(row[None].astype(np.float32))[0])
        for kind in kinds:
            if kind != "best":
                target = int(rng.choice([c for c in classes if c != here]))
                questions.append({"kind": kind, "target": target, "request": {"query": row.tolist(), "target": {"class": target}, "cost": {"norm": kind}}})
    if questions:
        (folder / "questions.json").write_text(json.dumps(questions))
    else:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
    print(name, x.shape, len(questions), flush=True)
