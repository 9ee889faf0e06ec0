"""`python -m espalier_xai export`, and the exporters from the sources alone."""

import json
import subprocess
import sys

import joblib
import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestClassifier

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


def test_faults_are_one_line(tmp_path):
    (tmp_path / "no.json").write_text("[]")
    for words, said in [(("export", "none.joblib", "out.json"), "none.joblib"), (("export", "no.json", "out.json"), "Keras network"), (("explode",), "unknown command 'explode'")]:
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
