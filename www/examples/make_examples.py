#!/usr/bin/env python3
"""Train the page's example models and write them, with index.json, to ../public/examples.

Only data that scikit-learn ships or that this script makes up; every seed is fixed, so that the same versions of
the libraries (tests/fixtures/requirements.txt) write the same files again. The oblique tree is trained by this project's own
command `grow` (node pkg/cli.js, after npm run build).
Usage: make_examples.py [OUT]
"""
import csv
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor, RandomForestClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "crate" / "python" / "python"))
from espalier_xai.export import export  # noqa: E402

LARGEST = 100_000  # bytes of gzip, the page's budget for an example


def whole(values):
    return np.round(values).astype(int)


def loans(count, seed):
    """People who ask for a loan, invented: money, work, home, and a lender's decisions with some whim in them."""
    rng = np.random.RandomState(seed)
    age = np.clip(whole(19 + rng.gamma(2.2, 8.0, count)), 19, 75)
    employed = np.clip(whole((age - 18) * rng.beta(1.3, 2.6, count)), 0, 40)
    wealth = 0.022 * (age - 38) + 0.035 * (employed - 6) + rng.normal(0, 0.9, count)
    level = lambda lift, cuts: np.digitize(wealth + lift + rng.normal(0, 0.8, count), cuts)
    checking = level(0.0, [-0.7, 0.35, 1.2])
    savings = level(0.0, [-0.6, 0.5, 1.2, 1.9])
    housing = level(0.0, [-1.1, 0.8])
    purpose = rng.choice(6, count, p=[0.30, 0.22, 0.16, 0.12, 0.11, 0.09])
    scale = np.array([7.95, 7.35, 7.2, 7.85, 8.3, 7.15])[purpose]
    amount = np.clip(np.exp(rng.normal(scale, 0.62, count)), 250, 10000)
    amount = np.where(amount < 2000, np.round(amount / 10) * 10, np.round(amount / 50) * 50)
    duration = np.clip(whole(amount / rng.lognormal(5.0, 0.6, count) / 3) * 3, 6, 60)
    loans_open = rng.choice(4, count, p=[0.58, 0.27, 0.11, 0.04])
    guarantor = (rng.rand(count) < 0.12).astype(int)
    rate = amount / duration
    worth = (0.55 * checking + 0.35 * savings + 0.3 * housing + 0.05 * np.minimum(employed, 12) + 1.1 * guarantor
             - 0.6 * loans_open + 0.012 * (age - 35) + np.array([0.1, 0.0, 0.2, 0.35, -0.3, -0.7])[purpose]
             - 0.05 * duration - 0.00026 * amount - 1.1 * np.maximum(0, np.log(rate / 170)) - 0.8 * (duration > 36) * (amount > 4500)
             - 0.35 * (amount < 700))
    accepted = (worth + rng.logistic(0, 0.35, count) > np.quantile(worth, 0.42)).astype(int)
    numbers = [amount, duration, checking, savings, housing, employed, loans_open, guarantor, age]
    rows = np.column_stack([*numbers, *[(purpose == k) for k in range(6)]]).astype(np.float32)
    return rows, accepted


LOAN_SCHEMA = {"features": [
    {"name": "Credit amount", "kind": "integer", "column": 0, "min": 250, "max": 10000, "unit": "EUR"},
    {"name": "Duration", "kind": "integer", "column": 1, "min": 6, "max": 60, "unit": "months"},
    {"name": "Checking account", "kind": "ordinal", "column": 2, "weight": 0.6,
     "labels": ["overdrawn", "0 to 200 EUR", "200 EUR or more", "salary paid in"]},
    {"name": "Savings", "kind": "ordinal", "column": 3, "change": "increase", "weight": 1.5,
     "labels": ["none", "below 500 EUR", "500 to 1,000 EUR", "1,000 to 5,000 EUR", "5,000 EUR or more"]},
    {"name": "Housing", "kind": "ordinal", "column": 4, "change": "increase", "weight": 4, "labels": ["with family", "rent", "own"]},
    {"name": "Employed for", "kind": "integer", "column": 5, "min": 0, "max": 40, "change": "increase", "weight": 4, "unit": "years",
     "phrase": "the time in employment"},
    {"name": "Other loans", "kind": "integer", "column": 6, "min": 0, "max": 3, "change": "decrease", "weight": 2},
    {"name": "Guarantor", "kind": "binary", "column": 7, "labels": ["no", "yes"]},
    {"name": "Age", "kind": "integer", "column": 8, "min": 19, "max": 75, "change": "fixed", "unit": "years"},
    {"name": "Purpose", "kind": "categorical", "columns": [9, 10, 11, 12, 13, 14], "change": "fixed",
     "labels": ["car", "furniture", "electronics", "education", "business", "holiday"]}],
    "classes": ["refused", "accepted"], "subject": "you"}


def loan_example(out):
    X, y = loans(1200, seed=7)
    model = RandomForestClassifier(60, max_depth=6, max_features=4, random_state=0).fit(X, y)
    document = export(model, out / "loan.json", X=X, y=y, schema=LOAN_SCHEMA, background_rows=250, missing=False)
    return dict(id="loan", title="Loan application", model="loan.json", target={"class": "accepted"},
                description="A random forest of 60 trees decides on invented loan applications: amounts, ordered levels, categories.",
                axes=["Credit amount", "Duration"]), model, document


def network_example(out):
    X, y = loans(1200, seed=7)
    X = X.astype(float)
    network = MLPClassifier((6,), solver="lbfgs", alpha=0.3, max_iter=3000, random_state=0)
    model = make_pipeline(StandardScaler(), network).fit(X, y)
    document = export(model, out / "network.json", X=X, y=y, schema=LOAN_SCHEMA, background_rows=250)
    return dict(id="network", title="Neural network", model="network.json", target={"class": "accepted"},
                description="Six neurons, each read as a tree of one slanted cut, decide on the same loan applications: each point has a score of its own.",
                axes=["Credit amount", "Duration"]), model, document


def iris_example(out):
    data = load_iris()
    columns = [0, 1]
    X, y = data.data[:, columns].astype(np.float32), data.target
    model = RandomForestClassifier(40, max_depth=4, random_state=3).fit(X, y)
    schema = {"features": [
        {"name": name, "kind": "numeric", "column": i, "min": float(f"{lo:g}"), "max": float(f"{hi:g}"), "unit": "cm", "decimals": 1, "phrase": f"the {name.lower()}"}
        for i, (name, lo, hi) in enumerate([("Sepal length", X[:, 0].min(), X[:, 0].max()), ("Sepal width", X[:, 1].min(), X[:, 1].max())])],
        "classes": [str(n) for n in data.target_names], "subject": "the flower"}
    document = export(model, out / "iris.json", X=X, y=y, schema=schema, missing=False)
    return dict(id="iris", title="Iris", model="iris.json", target={"class": "virginica"},
                description="Three species told by two lengths: every tree of the forest can be seen on the map.",
                axes=["Sepal length", "Sepal width"]), model, document


def cancer_example(out):
    data = load_breast_cancer()
    X, y = data.data.astype(np.float32), data.target
    model = GradientBoostingClassifier(n_estimators=80, max_depth=3, learning_rate=0.15, subsample=0.8, random_state=1).fit(X, y)
    decimals = lambda hi: int(np.clip(3 - np.floor(np.log10(hi)), 0, 6))
    schema = {"features": [
        {"name": name[0].upper() + name[1:], "kind": "numeric", "column": i, "min": float(f"{lo:.6g}"), "max": float(f"{hi:.6g}"), "decimals": decimals(hi), "phrase": f"the {name.lower()}"}
        for i, (name, lo, hi) in enumerate(zip(map(str, data.feature_names), X.min(0).tolist(), X.max(0).tolist()))],
        "classes": ["malignant", "benign"], "subject": "the sample"}
    document = export(model, out / "tumour.json", X=X, y=y, schema=schema, background_rows=150)
    return dict(id="tumour", title="Breast tumour", model="tumour.json", target={"class": "benign"},
                description="Gradient boosting on 30 measurements of cell nuclei (Wisconsin, 569 women): malignant or benign.",
                axes=["Worst concave points", "Worst area"]), model, document


def flats(count, seed):
    """Flats to let, invented: size, place, state and the rent a month."""
    rng = np.random.RandomState(seed)
    area = np.clip(whole(24 + rng.gamma(3.0, 14.0, count)), 22, 140)
    rooms = np.clip(whole(area / rng.normal(27, 4, count)), 1, 6)
    distance = np.clip(np.round(rng.gamma(1.8, 2.4, count), 1), 0.2, 15)
    year = np.clip(whole(2024 - rng.gamma(1.6, 32.0, count)), 1880, 2024)
    state = np.clip(whole(rng.normal(1.4 + 0.012 * (year - 1960), 0.9)), 0, 3)
    energy = np.clip(whole(rng.normal(1.2 + 0.028 * (year - 1950) + 0.4 * state, 0.9)), 0, 6)
    floor = rng.choice(7, count, p=[0.16, 0.2, 0.2, 0.17, 0.13, 0.09, 0.05])
    lift = ((rng.rand(count) < 0.15 + 0.1 * floor) & (year > 1955)).astype(int)
    balcony = (rng.rand(count) < 0.35 + 0.004 * (year - 1950)).astype(int)
    kitchen = (rng.rand(count) < 0.3 + 0.1 * state).astype(int)
    metre = (7.2 + 5.6 * np.exp(-distance / 3.2) + 0.75 * state + 0.28 * energy + 0.9 * kitchen + 0.55 * balcony
             - 0.3 * np.maximum(0, floor - 2) * (1 - lift) + 90 / area)
    rent = area * metre * rng.lognormal(0, 0.07, count)
    rows = np.column_stack([area, rooms, distance, 2024 - year, state, energy, floor, lift, balcony, kitchen])
    return rows.astype(np.float32), np.round(rent)


FLAT_SCHEMA = {"features": [
    {"name": "Floor area", "kind": "integer", "column": 0, "min": 22, "max": 140, "unit": "m\u00b2", "phrase": "the floor area"},
    {"name": "Rooms", "kind": "integer", "column": 1, "min": 1, "max": 6, "phrase": "the number of rooms"},
    {"name": "Distance to the centre", "kind": "numeric", "column": 2, "min": 0.2, "max": 15, "unit": "km", "decimals": 1, "phrase": "the distance to the centre"},
    {"name": "Age of the house", "kind": "integer", "column": 3, "min": 0, "max": 144, "unit": "years", "phrase": "the age of the house"},
    {"name": "Condition", "kind": "ordinal", "column": 4, "labels": ["needs work", "fair", "good", "renovated"], "phrase": "the condition"},
    {"name": "Energy class", "kind": "ordinal", "column": 5, "labels": ["G", "F", "E", "D", "C", "B", "A"], "phrase": "the energy class"},
    {"name": "Floor", "kind": "integer", "column": 6, "min": 0, "max": 6, "phrase": "the floor"},
    {"name": "Lift", "kind": "binary", "column": 7, "labels": ["no", "yes"], "phrase": "the lift"},
    {"name": "Balcony", "kind": "binary", "column": 8, "labels": ["no", "yes"], "phrase": "the balcony"},
    {"name": "Fitted kitchen", "kind": "binary", "column": 9, "labels": ["no", "yes"], "phrase": "the fitted kitchen"}],
    "subject": "the flat"}


def flat_example(out):
    X, y = flats(1500, seed=11)
    model = GradientBoostingRegressor(n_estimators=90, max_depth=3, learning_rate=0.12, subsample=0.8, random_state=2).fit(X, y)
    document = export(model, out / "flat.json", X=X, y=y, schema=FLAT_SCHEMA, background_rows=250, missing=False)
    return dict(id="flat", title="Rent of a flat", model="flat.json", target={"value": [None, 900]},
                description="Gradient boosting tells the rent of invented flats: how little must change so that it is at most 900 EUR a month?",
                axes=["Floor area", "Distance to the centre"]), model, document


def digit_example(out):
    data = load_digits()
    X, y = data.data.astype(np.float32), data.target
    model = RandomForestClassifier(40, max_depth=5, max_features=8, random_state=4).fit(X, y)
    schema = {"features": [
        {"name": f"Row {i // 8 + 1}, column {i % 8 + 1}", "kind": "integer", "column": i, "min": 0, "max": 16, "phrase": f"the pixel in row {i // 8 + 1}, column {i % 8 + 1}"}
        for i in range(64)],
        "classes": [str(n) for n in range(10)], "subject": "the picture", "image": [8, 8]}
    document = export(model, out / "digit.json", X=X, y=y, schema=schema, background_rows=120, missing=False)
    return dict(id="digit", title="Handwritten digit", model="digit.json", target={"class": "8"},
                description="A random forest reads digits of 8 by 8 pixels: the least ink that makes a 3 an 8, before, after, and the difference."), model, document


def espalier(*args):
    """The output of the command line."""
    return subprocess.run(["node", str(HERE.parents[1] / "pkg" / "cli.js"), *map(str, args)], check=True, capture_output=True, text=True).stdout


class Grown:
    """A model of the command `grow`, asked as a library's."""

    def __init__(self, path):
        self.path = path

    def predict(self, rows):
        with tempfile.TemporaryDirectory() as folder:
            queries = pathlib.Path(folder) / "queries.json"
            queries.write_text(json.dumps(np.asarray(rows, float).tolist()))
            printed = espalier("predict", "--model", self.path, "--queries", queries)
        return [json.loads(line)["class"] for line in printed.splitlines()]


WINE = [("Alcohol", 2, "%"), ("Malic acid", 2, "g/l"), ("Ash", 2, "g/l"), ("Alkalinity of ash", 1, None), ("Magnesium", 0, "mg/l"), ("Phenols", 2, None),
        ("Flavonoids", 2, None), ("Other phenols", 2, None), ("Proanthocyanins", 2, None), ("Colour intensity", 2, None), ("Hue", 2, None),
        ("Dilution ratio", 2, None), ("Proline", 0, "mg/l")]


def wine_example(out):
    data = load_wine()
    names = ["Barolo", "Grignolino", "Barbera"]
    features = [{"name": name, "kind": "numeric", "column": i, "min": lo, "max": hi, "decimals": decimals, "phrase": f"the {name.lower()}", **({"unit": unit} if unit else {})}
                for i, ((name, decimals, unit), lo, hi) in enumerate(zip(WINE, data.data.min(0).tolist(), data.data.max(0).tolist()))]
    with tempfile.TemporaryDirectory() as folder:
        rows, schema = pathlib.Path(folder) / "wine.csv", pathlib.Path(folder) / "schema.json"
        schema.write_text(json.dumps({"features": features, "classes": names, "subject": "the wine"}))
        with rows.open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow([*(name for name, _, _ in WINE), "Grape"])
            table.writerows([*row, names[label]] for row, label in zip(data.data.tolist(), data.target))
        (out / "wine.json").write_text(espalier("grow", "--rows", rows, "--label", "Grape", "--schema", schema, "--depth", 2, "--sparsity", 8))
    return dict(id="wine", title="Wine", model="wine.json", target={"class": "Barolo"},
                description="One tree with a slanted cut, trained by Espalier itself, tells three grapes by 13 measurements of the wine.",
                axes=["Alcohol", "Colour intensity"]), Grown(out / "wine.json"), json.loads((out / "wine.json").read_text())


# The people that the page opens with: a short answer and a clear map. Either a row of the background sample or one made up.
APPLICANT = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0]
OPENING = {"loan": APPLICANT, "network": APPLICANT, "iris": 53, "tumour": 42, "flat": [68, 2, 1.6, 50, 2, 3, 3, 1, 1, 1], "digit": 14, "wine": 107}


def main():
    out = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "public" / "examples"
    out.mkdir(parents=True, exist_ok=True)
    index = []
    for make in (loan_example, iris_example, cancer_example, network_example, flat_example, digit_example, wine_example):
        entry, model, document = make(out)
        query = OPENING[entry["id"]]
        if isinstance(query, int):
            entry["row"], query = query, document["background"]["rows"][query]
        entry["query"] = query
        predicted = model.predict(np.array([query], dtype=np.float32))[0]
        packed = len(gzip.compress((out / entry["model"]).read_bytes(), 9, mtime=0))
        assert packed < LARGEST, f"{entry['model']} takes {packed} bytes of gzip"
        value = entry["target"].get("value")
        now = predicted if value else document["classes"][int(predicted)]
        there = (value[0] is None or value[0] <= now) and (value[1] is None or now <= value[1]) if value else now == entry["target"]["class"]
        assert not there, f"{entry['id']} opens with its target"
        print(f"{entry['id']}: {packed / 1e3:.0f} kB gzip, opens with {now}, wanted {entry['target']}")
        index.append(entry)
    (out / "index.json").write_text(json.dumps(index, indent=1) + "\n")


if __name__ == "__main__":
    main()
