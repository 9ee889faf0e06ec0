"""Writes the models of the lessons into www/public/lessons: one tree, two trees, small forests and a tree of slanted cuts, some with
people to be shown, on invented applications with two features. Needs scikit-learn; the files are kept, so nobody has to run this to build the page.

    python python/make_lessons.py
"""

import json
import pathlib
import sys

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "crate" / "python" / "python"))
from espalier_xai.export import export  # noqa: E402

OUT = HERE.parent / "www" / "public" / "lessons"
SCHEMA = {
    "features": [
        {"name": "Credit amount", "kind": "integer", "column": 0, "min": 250, "max": 10000, "unit": "EUR"},
        {"name": "Duration", "kind": "integer", "column": 1, "min": 6, "max": 60, "unit": "months"},
    ],
    "classes": ["refused", "accepted"],
}


def applications(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Small and short is accepted; so are middling sums that are paid back soon, and a few that are large and long are not hopeless."""
    draw = np.random.default_rng(seed)
    amount = np.round(draw.uniform(250, 10000, rows))
    months = np.round(draw.uniform(6, 60, rows))
    burden = amount / 10000 + months / 60 + 0.35 * np.sin(amount / 900) * np.sin(months / 8)
    return np.column_stack([amount, months]), (burden + draw.normal(0, 0.08, rows) < 0.85).astype(int)


def burdened(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The payment of a month decides, so that no straight line across parts them well; small sums are always accepted."""
    draw = np.random.default_rng(seed)
    amount = np.round(draw.uniform(250, 10000, rows))
    months = np.round(draw.uniform(6, 60, rows))
    accepted = (amount < 160 * months - 400) & (amount < 9000 - 70 * months)
    return np.column_stack([amount, months]), (accepted | (amount < 900)).astype(int)


def usual(rows: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """People apply for little that is paid back soon, or for much over long; nobody asks for the sums between."""
    draw = np.random.default_rng(seed)
    far = draw.random(rows) < 0.6
    amount = np.clip(np.where(far, draw.normal(7600, 700, rows), draw.normal(2000, 600, rows)), 250, 10000).round()
    months = np.clip(np.where(far, draw.normal(46, 4, rows), draw.normal(14, 4, rows)), 6, 60).round()
    return np.column_stack([amount, months]), (amount < 5600).astype(int)


def slanted(rows: np.ndarray, labels: np.ndarray, depth: int) -> dict[str, object]:
    """One tree whose every test is a logistic regression's line over both features, scaled by their ranges."""
    tree: dict[str, list] = {"feature": [], "threshold": [], "left": [], "right": [], "value": []}
    planes: dict[str, object] = {}

    def grow(at: np.ndarray, left_over: int) -> int:
        node = len(tree["feature"])
        share = float(labels[at].mean())
        for key, value in (("feature", -1), ("threshold", 0), ("left", -1), ("right", -1), ("value", [round(1 - share, 4), round(share, 4)])):
            tree[key].append(value)
        if left_over == 0 or share in (0.0, 1.0) or len(at) < 20:
            return node
        scale = np.array([9750.0, 54.0])
        # Balanced classes, so that a line is drawn even where one of them is rare.
        line = LogisticRegression(C=100, class_weight="balanced").fit(rows[at] / scale, labels[at])
        weights, offset = line.coef_[0] / scale, -float(line.intercept_[0])
        weights, offset = weights / abs(weights[0]), offset / abs(weights[0])
        weights, offset = weights.round(2), round(offset)
        goes = rows[at] @ weights <= offset
        if goes.all() or not goes.any():
            return node
        tree["feature"][node], tree["threshold"][node], tree["value"][node] = -2, offset, None
        planes[str(node)] = {"columns": [0, 1], "weights": weights.tolist()}
        tree["left"][node] = grow(at[goes], left_over - 1)
        tree["right"][node] = grow(at[~goes], left_over - 1)
        return node

    grow(np.arange(len(rows)), depth)
    return {**tree, "weight": 1, "hyperplanes": planes}


def write(name: str, model: object, background: dict[str, object] | None = None) -> None:
    document = model if isinstance(model, dict) else export(model, None, schema=SCHEMA, missing=False)
    if background is not None:
        document["background"] = background
    (OUT / f"{name}.json").write_text(json.dumps(document, separators=(",", ":")) + "\n")


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    rows, labels = applications(700, 3)
    # People to be shown on the map: more than 40 would hide the boxes.
    shown = {"rows": rows[:40].astype(int).tolist(), "labels": labels[:40].tolist()}
    write("tree", DecisionTreeClassifier(max_leaf_nodes=7, random_state=1).fit(rows, labels), shown)
    write("two", RandomForestClassifier(n_estimators=2, max_leaf_nodes=6, random_state=4).fit(rows, labels), shown)
    # Of the seeds 0 to 59 the one whose trees are outvoted by their own mean on the largest part of the map.
    write("votes", RandomForestClassifier(n_estimators=7, max_leaf_nodes=5, random_state=11).fit(rows, labels), shown)
    tilted, burden = burdened(700, 5)
    frame = {"format": "espalier", "version": 1, "kind": "classifier", "columns": 2, "input": "float64", "compare": "<=", "aggregation": "mean"}
    rest = {"base": [0, 0], "link": "none", "classes": SCHEMA["classes"], "trees": [slanted(tilted, burden, 3)], "schema": SCHEMA}
    write("slanted", {**frame, **rest}, {"rows": tilted[:40].astype(int).tolist(), "labels": burden[:40].tolist()})
    people, decided = usual(160, 7)
    forest = RandomForestClassifier(n_estimators=9, max_leaf_nodes=8, random_state=3).fit(people, decided)
    write("usual", forest, {"rows": people.astype(int).tolist(), "labels": decided.tolist()})
    write("forest", RandomForestClassifier(n_estimators=15, max_leaf_nodes=12, random_state=2).fit(rows, labels), shown)


if __name__ == "__main__":
    main()
