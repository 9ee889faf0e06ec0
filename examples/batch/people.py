"""Writes invented people for the loan example: python people.py ROWS OUT.csv|OUT.parquet [SEED]

Each column is drawn by itself from its feature's range or levels, as the model's schema says them.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd

MODEL = Path(__file__).resolve().parents[2] / "www/public/examples/loan.json"


def people(rows: int, seed: int = 1) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    table = {"person": [f"p{row}" for row in range(rows)]}
    for feature in json.loads(MODEL.read_text())["schema"]["features"]:
        if feature["kind"] in ("integer", "numeric"):
            table[feature["name"]] = rng.integers(feature["min"], feature["max"], rows, endpoint=True)
        else:
            table[feature["name"]] = rng.choice(feature["labels"], rows)
    return pd.DataFrame(table)


if __name__ == "__main__":
    rows, out = int(sys.argv[1]), sys.argv[2]
    frame = people(rows, *map(int, sys.argv[3:]))
    frame.to_csv(out, index=False) if out.endswith(".csv") else frame.to_parquet(out, index=False)
