"""The recipes of examples/batch give the answers of one process, row by row (npm run batch)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from espalier_xai import Explainer
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

ROOT = Path(__file__).resolve().parents[2]
RECIPES = ROOT / "examples" / "batch"
ROWS = int(os.environ.get("ROWS", "20000"))
MODEL = str(ROOT / "www" / "public" / "examples" / "loan.json")
TARGET = "accepted"
CLI = f"{shutil.which('node')} {ROOT / 'pkg' / 'cli.js'}"

sys.path.insert(0, str(RECIPES))
from people import people  # noqa: E402


def run(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True, env={**os.environ, "ESPALIER": CLI, "PYSPARK_PYTHON": sys.executable})


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with people.csv, and with people/ as eight Parquet files."""
    folder = tmp_path_factory.mktemp("batch")
    frame = people(ROWS)
    frame.to_csv(folder / "people.csv", index=False)
    (folder / "people").mkdir()
    for part, rows in enumerate(np.array_split(np.arange(ROWS), 8)):
        frame.iloc[rows].to_parquet(folder / "people" / f"{part}.parquet", index=False)
    return folder


@pytest.fixture(scope="session")
def lines(table: Path) -> list[dict]:
    """One process of the command line."""
    run(*CLI.split(), "explain", "--model", MODEL, "--queries", table / "people.csv", "--id", "person", "--target", json.dumps({"class": TARGET}), "--out", table / "one.jsonl")
    return [untimed(line) for line in (table / "one.jsonl").read_text().splitlines()]


@pytest.fixture(scope="session")
def fitted(table: Path) -> Path:
    """A pipeline and a sample, as the recipes in Python take them. Its people pay back where the amount is small for their savings."""
    frame = people(2000, seed=2).drop(columns="person")
    savings = frame["Savings"].map({"none": 0, "below 500 EUR": 1, "500 to 1,000 EUR": 2, "1,000 to 5,000 EUR": 3, "5,000 EUR or more": 4})
    pays = frame["Credit amount"] + 100 * frame["Duration"] + np.random.default_rng(3).normal(0, 500, len(frame)) < 4000 + 1500 * savings
    words = ["Checking account", "Savings", "Housing", "Guarantor", "Purpose"]
    columns = ColumnTransformer([("words", OneHotEncoder(), words)], remainder="passthrough")
    pipeline = make_pipeline(columns, RandomForestClassifier(40, max_depth=5, random_state=0)).fit(frame, np.where(pays, "accepted", "refused"))
    joblib.dump((pipeline, frame.head(1000)), table / "model.joblib")
    return table / "model.joblib"


@pytest.fixture(scope="session")
def frame(table: Path, fitted: Path) -> pd.DataFrame:
    """One thread of Python."""
    asked = pd.read_csv(table / "people.csv")
    found = Explainer(*joblib.load(fitted)).explain_frame(asked.drop(columns="person"), target=TARGET, jobs=1)
    assert set(found["cf_status"]) == {"optimal"}
    return found.set_index(asked["person"].astype(object)).sort_index()


def untimed(line: str) -> dict:
    answer = json.loads(line)
    answer["work"].pop("milliseconds")
    return answer


def same(found: pd.DataFrame, frame: pd.DataFrame) -> None:
    """The same people have the same answers. Parquet gives a list back as an array, and engines have their own types of text."""
    assert len(found) == ROWS
    found = found.set_index(found["person"].astype(object)).sort_index()[frame.columns]
    found, frame = (table.assign(cf_changes=table["cf_changes"].map(list)) for table in (found, frame))
    pd.testing.assert_frame_equal(found, frame, check_dtype=False, check_index_type=False, check_exact=True)


def test_gnu_parallel(table: Path, lines: list[dict]) -> None:
    out = table / "parallel.jsonl"
    rows = ROWS // 8
    recipe = (RECIPES / "gnu_parallel.sh", MODEL, table / "people.csv", json.dumps({"class": TARGET}), out, rows)
    run(*recipe)
    assert [untimed(line) for line in out.read_text().splitlines()] == lines
    # A part that was broken off is answered again, the others are not.
    parts = Path(f"{out}.parts-of-{rows}")
    part = parts / f"{rows}.jsonl"
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    log = parts / "log"
    log.write_text("".join(line for line in log.read_text().splitlines(keepends=True) if f"--from {rows} " not in line))
    run(*recipe)
    assert [untimed(line) for line in out.read_text().splitlines()] == lines


def test_duckdb(table: Path, lines: list[dict]) -> None:
    run(sys.executable, RECIPES / "with_duckdb.py", MODEL, table / "people" / "*.parquet", json.dumps({"class": TARGET}), table / "duckdb.parquet")
    found = pd.read_parquet(table / "duckdb.parquet").sort_values("query")
    assert list(found["id"]) == [answer["id"] for answer in lines]
    assert list(found["cost"].dropna()) == [answer["counterfactuals"][0]["cost"] for answer in lines if answer["counterfactuals"]]


def test_dask(table: Path, fitted: Path, frame: pd.DataFrame) -> None:
    run(sys.executable, RECIPES / "with_dask.py", fitted, table / "people", TARGET, table / "dask")
    same(pd.read_parquet(table / "dask"), frame)


def test_ray(table: Path, fitted: Path, frame: pd.DataFrame) -> None:
    run(sys.executable, RECIPES / "with_ray.py", fitted, table / "people", TARGET, table / "ray")
    same(pd.read_parquet(table / "ray"), frame)


def test_spark(table: Path, fitted: Path, frame: pd.DataFrame) -> None:
    if shutil.which("java") is None:
        pytest.fail("Spark needs Java: apt-get install default-jre-headless")
    run(sys.executable, RECIPES / "with_spark.py", fitted, table / "people", TARGET, table / "spark")
    same(pd.read_parquet(table / "spark"), frame)
