"""`python -m espalier_xai export`, and the exporters from the sources alone."""

import json
import subprocess
import sys

import joblib
import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from espalier_xai import Explainer
from espalier_xai.export import ExportError, export


def run(*words, cwd):
    return subprocess.run([sys.executable, "-m", "espalier_xai", *words], capture_output=True, text=True, cwd=cwd)


def test_a_kept_model_is_written_and_read_again(tmp_path):
    draw = np.random.default_rng(2)
    X = pd.DataFrame(draw.normal(size=(200, 3)), columns=["a", "b", "c"])
    y = np.where(X.a + X.b > 0, "yes", "no")
    model = RandomForestClassifier(8, max_depth=4, random_state=0).fit(X, y)
    joblib.dump(model, tmp_path / "model.joblib")
    X.assign(said=y).to_csv(tmp_path / "rows.csv", index=False)
    said = run("export", "model.joblib", "model.json", "--rows", "rows.csv", "--label", "said", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    explainer = Explainer(tmp_path / "model.json")
    assert explainer.info["rows"] == 200 and explainer.classes == ["no", "yes"]
    assert (explainer.predict(X) == model.predict(X)).all()
    assert json.loads((tmp_path / "model.json").read_text()) == export(model, None, X=pd.read_csv(tmp_path / "rows.csv").drop(columns="said"), y=y)


def test_a_kept_pipeline_is_written_on_the_columns_of_its_table(tmp_path, loan_table):
    X, y = loan_table
    pipeline = make_pipeline(ColumnTransformer([("levels", OneHotEncoder(), ["job", "housing", "education"])], remainder=StandardScaler()), RandomForestClassifier(10, max_depth=4, random_state=0)).fit(X, y)
    joblib.dump(pipeline, tmp_path / "pipeline.joblib")
    X.assign(said=y).to_csv(tmp_path / "rows.csv", index=False)
    told = run("export", "pipeline.joblib", "model.json", "--rows", "rows.csv", "--label", "said", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    explainer = Explainer(tmp_path / "model.json")
    assert [feature["name"] for feature in explainer.info["features"]] == list(X.columns)
    rows = X.head(50).assign(guarantor=X["guarantor"].head(50).astype(str))
    assert list(explainer.predict(rows)) == list(pipeline.predict(X.head(50)))
    told = run("export", "pipeline.joblib", "other.json", cwd=tmp_path)
    assert told.returncode == 2 and "give that with --rows" in told.stderr and told.stderr.count("\n") == 1
    numbers = X[["amount", "months"]]
    joblib.dump(make_pipeline(StandardScaler(), LogisticRegression()).fit(numbers.to_numpy(), y), tmp_path / "linear.joblib")
    told = run("export", "linear.joblib", "linear.json", cwd=tmp_path)
    assert told.returncode == 0, told.stderr


def test_faults_are_one_line(tmp_path):
    (tmp_path / "no.json").write_text("[]")
    (tmp_path / "junk.joblib").write_text("hello")
    joblib.dump(RandomForestClassifier(2, random_state=0).fit([[0.0], [1.0]], [0, 1]), tmp_path / "model.joblib")
    for words, said in [(("export", "junk.joblib", "out.json"), "junk.joblib: it cannot be opened as a file of joblib or pickle"), (("export", "model.joblib", "none/out.json"), "none/out.json: No such file"),
                        (("export", "model.joblib", "out.json", "--rows", "none.csv"), "none.csv: No such file"), (("export", "none.joblib", "out.json"), "none.joblib"), (("export", "no.json", "out.json"), "Keras network"), (("explode",), "unknown command 'explode'")]:
        told = run(*words, cwd=tmp_path)
        assert told.returncode == 2 and said in told.stderr and told.stderr.count("\n") == 1, told.stderr
    for words in ((), ("--help",), ("export", "--help")):
        assert "python -m espalier_xai export" in run(*words, cwd=tmp_path).stdout


def test_a_model_of_another_library_is_told_its_own_way():
    class Strange:
        pass

    try:
        export(Strange(), None)
    except ExportError as error:
        assert "Strange" in str(error)
    else:
        raise AssertionError("it was exported")
