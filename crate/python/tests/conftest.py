"""Tables and models of the tests: made here, so that no test needs a download."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def loans(count, seed=0):
    """A table with categories, ordered levels, booleans, whole numbers and numbers, and whether each row is accepted."""
    import pandas as pd

    draw = np.random.default_rng(seed)
    X = pd.DataFrame({
        "amount": np.round(draw.uniform(250, 15000, count), 2),
        "months": draw.integers(6, 61, count),
        "job": draw.choice(["clerk", "driver", "engineer", "nurse", "none"], count, p=[0.3, 0.2, 0.2, 0.2, 0.1]),
        "housing": draw.choice(["rent", "own", "free"], count),
        "education": draw.choice(["none", "school", "BSc", "MSc"], count),
        "guarantor": draw.random(count) < 0.2,
        "rate": draw.normal(0.04, 0.01, count),
        "age": draw.integers(18, 80, count),
    })
    burden = X.amount / 15000 + X.months / 60 + 8 * X.rate - 0.4 * X.guarantor - 0.3 * (X.housing == "own") - 0.25 * X.education.isin(["BSc", "MSc"]) + 0.5 * (X.job == "none")
    y = np.where(burden + draw.normal(0, 0.15, count) < 0.9, "accepted", "refused")
    return X, y


@pytest.fixture(scope="session")
def loan_table():
    return loans(900)


@pytest.fixture(scope="session")
def command_line(tmp_path_factory):
    """Asks the command line; skipped where the package was not built."""
    cli = pathlib.Path(os.environ.get("ESPALIER_CLI", ROOT / "pkg" / "cli.js"))

    def ask(document, queries, request):
        if not cli.exists():
            pytest.skip("pkg/cli.js is not there; npm run build makes it")
        folder = tmp_path_factory.mktemp("cli")
        (folder / "model.json").write_bytes(document)
        (folder / "queries.json").write_text(json.dumps(queries))
        target = request.pop("target")
        (folder / "request.json").write_text(json.dumps(request))
        said = subprocess.run(
            ["node", str(cli), "explain", "--model", "model.json", "--queries", "queries.json", "--request", "request.json", "--target", json.dumps(target)],
            cwd=folder, capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        return [json.loads(line) for line in said.stdout.splitlines()]

    return ask
