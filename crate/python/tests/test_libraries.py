"""Fitted objects of each library; every answer is given back to the object."""

import numpy as np
import pytest
from sklearn import ensemble, linear_model, neural_network, svm, tree
from sklearn.model_selection import GridSearchCV

from espalier_xai import BadInput, Explainer, Unsupported


@pytest.fixture(scope="module")
def numbers():
    draw = np.random.default_rng(1)
    X = np.column_stack([draw.normal(0, 1, (400, 4)), draw.integers(0, 9, 400)]).astype(float)
    y = (X[:, 0] + X[:, 1] * X[:, 2] + 0.2 * X[:, 4] > 0.7).astype(int)
    return X, y


CLASSIFIERS = {
    "forest": lambda: ensemble.RandomForestClassifier(20, max_depth=5, random_state=0),
    "extra trees": lambda: ensemble.ExtraTreesClassifier(20, max_depth=5, random_state=0),
    "tree": lambda: tree.DecisionTreeClassifier(max_depth=5, random_state=0),
    "boosting": lambda: ensemble.GradientBoostingClassifier(n_estimators=20, random_state=0),
    "hist": lambda: ensemble.HistGradientBoostingClassifier(max_iter=15, random_state=0),
    "adaboost": lambda: ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(max_depth=2), n_estimators=15, random_state=0),
    "bagging": lambda: ensemble.BaggingClassifier(tree.DecisionTreeClassifier(max_depth=4), 10, random_state=0),
    "logistic": lambda: linear_model.LogisticRegression(),
    "svm": lambda: svm.LinearSVC(),
    "network": lambda: neural_network.MLPClassifier((6,), max_iter=200, random_state=0),
    "search": lambda: GridSearchCV(tree.DecisionTreeClassifier(random_state=0), {"max_depth": [3, 5]}, cv=2),
    "XGBoost": lambda: pytest.importorskip("xgboost").XGBClassifier(n_estimators=20, max_depth=4, n_jobs=1),
    "LightGBM": lambda: pytest.importorskip("lightgbm").LGBMClassifier(n_estimators=20, num_leaves=12, n_jobs=1, verbose=-1),
    "CatBoost": lambda: pytest.importorskip("catboost").CatBoostClassifier(iterations=20, depth=4, verbose=False, allow_writing_files=False),
}


def proved(answers):
    """The rows of answers that are all proved, as an array."""
    assert {answer.status for answer in answers} == {"optimal"}
    return np.array([list(answer.row.values()) for answer in answers], dtype=float)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers(name, numbers):
    X, y = numbers
    model = CLASSIFIERS[name]().fit(X, y)
    explainer = Explainer(model, X, y)
    rows = X[:40]
    changed = proved(explainer.explain_rows(rows))
    assert (np.asarray(model.predict(changed)).ravel() != np.asarray(model.predict(rows)).ravel()).all()
    assert np.array_equal(np.asarray(explainer.predict(X)).ravel(), np.asarray(model.predict(X)).ravel())


REGRESSORS = {
    "forest": lambda: ensemble.RandomForestRegressor(15, max_depth=5, random_state=0),
    "linear": lambda: linear_model.Ridge(),
    "XGBoost": lambda: pytest.importorskip("xgboost").XGBRegressor(n_estimators=15, max_depth=4, n_jobs=1),
    "LightGBM": lambda: pytest.importorskip("lightgbm").LGBMRegressor(n_estimators=15, num_leaves=12, n_jobs=1, verbose=-1),
    "CatBoost": lambda: pytest.importorskip("catboost").CatBoostRegressor(iterations=15, depth=4, verbose=False, allow_writing_files=False),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REGRESSORS)
def test_regressors(name, numbers):
    X, _ = numbers
    y = X[:, 0] + X[:, 1] * X[:, 2]
    model = REGRESSORS[name]().fit(X, y)
    low, high = np.quantile(model.predict(X), [0.7, 0.9]).tolist()
    values = np.asarray(model.predict(proved(Explainer(model, X, y).explain_rows(X[:20], target=(low, high)))))
    assert ((values >= low) & (values <= high)).all()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", ["xgboost", "lightgbm"])
def test_boosters_without_the_classes_of_scikit_learn(library, numbers):
    X, y = numbers
    module = pytest.importorskip(library)
    if library == "xgboost":
        booster = module.train({"objective": "binary:logistic", "max_depth": 3}, module.DMatrix(X, y), 10)
    else:
        booster = module.train({"objective": "binary", "verbose": -1, "num_threads": 1}, module.Dataset(X, y), 10)
    answers = Explainer(booster, X, y).explain_rows(X[:10])
    assert {answer.status for answer in answers} == {"optimal"}


def test_categories_of_pandas_in_histogram_boosting(loan_table):
    X, y = loan_table
    X = X.drop(columns=["education"]).assign(job=X.job.astype("category"), housing=X.housing.astype("category"))
    model = ensemble.HistGradientBoostingClassifier(max_iter=15, categorical_features="from_dtype", random_state=0).fit(X, y)
    frame = Explainer(model, X, y).explain_frame(X.iloc[:40])
    assert set(frame.cf_status) == {"optimal"} and frame.job.dtype == X.job.dtype
    assert (model.predict(X.iloc[:40]) != model.predict(frame[X.columns])).all()


def test_files_bytes_and_documents(numbers, tmp_path):
    X, y = numbers
    fitted = Explainer(ensemble.RandomForestClassifier(10, max_depth=4, random_state=0).fit(X, y), X, y)
    document = fitted.document()
    (tmp_path / "model.json").write_bytes(document)
    expected = fitted.explain(X[0], target=1 - int(fitted.predict(X[:1])[0]))
    for model in (tmp_path / "model.json", str(tmp_path / "model.json"), document):
        answer = Explainer(model).explain(X[0])
        assert answer.cost == expected.cost and answer.row == expected.row


def test_onnx(numbers):
    skl2onnx = pytest.importorskip("skl2onnx")
    X, y = numbers
    X = X.astype(np.float32)
    forest = ensemble.RandomForestClassifier(10, max_depth=4, random_state=0).fit(X, y)
    model = skl2onnx.to_onnx(forest, X[:1], options={"zipmap": False})
    answer = Explainer(model, X, y).explain(X[0])
    assert answer.proved and forest.predict(np.array([list(answer.row.values())], dtype=np.float32))[0] != forest.predict(X[:1])[0]


def test_an_isolation_forest_beside_a_model(numbers):
    X, y = numbers
    model = ensemble.RandomForestClassifier(10, max_depth=4, random_state=0).fit(X, y)
    forest = ensemble.IsolationForest(n_estimators=10, max_samples=64, random_state=0).fit(X)
    answer = Explainer(model, X, y, isolation_forest=forest).explain(X[0], plausibility={"isolation_forest": {"outlier_quantile": 0.1}})
    assert answer.status == "optimal" and answer.counterfactuals[0].document["path_length"] >= answer.document["min_path_length"]


def test_models_that_are_not_read_are_refused_with_a_reason(numbers):
    X, y = numbers
    from sklearn.neighbors import KNeighborsClassifier

    for model, said in [
        (KNeighborsClassifier().fit(X, y), "KNeighborsClassifier"),
        (ensemble.RandomForestClassifier(), "not fitted"),
        (ensemble.VotingClassifier([("a", tree.DecisionTreeClassifier())]).fit(X, y), "one of its members"),
        ("no/such/file.json", "No such file"),
    ]:
        with pytest.raises(Unsupported, match=said):
            Explainer(model, X, y)
    with pytest.raises(BadInput):
        Explainer(b"no model")
    model = tree.DecisionTreeClassifier().fit(X, y)
    with pytest.raises(BadInput, match="X has 4 columns"):
        Explainer(model, X[:, :4], y)
    with pytest.raises(BadInput, match="is no class of the model"):
        Explainer(model, X, y + 5)
