"""Writes the three models of the lessons into www/public/lessons: one tree, two trees, and a small forest, on invented applications
with two features. Needs scikit-learn; the files are kept, so nobody has to run this to build the page.

    python python/make_lessons.py
"""

import json
import pathlib

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from espalier_export import export

HERE = pathlib.Path(__file__).resolve().parent
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


def write(name: str, model: object) -> None:
    document = export(model, None, schema=SCHEMA, missing=False)
    (OUT / f"{name}.json").write_text(json.dumps(document, separators=(",", ":")) + "\n")


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    rows, labels = applications(700, 3)
    write("tree", DecisionTreeClassifier(max_leaf_nodes=7, random_state=1).fit(rows, labels))
    write("two", RandomForestClassifier(n_estimators=2, max_leaf_nodes=6, random_state=4).fit(rows, labels))
    write("forest", RandomForestClassifier(n_estimators=15, max_leaf_nodes=12, random_state=2).fit(rows, labels))


if __name__ == "__main__":
    main()
