"""Write a trained model with slanted borders as Espalier's model JSON: oblique trees and forests, linear models, ReLU networks.

    from espalier_xai.export import export
    export(model, "model.json", X=X_train, y=y_train)

It takes the arguments of trees.py beside it, and needs no library but the one that trained the model.

Supported (where X is given, some of its rows are compared with the model before anything is written):
  treeple (tried with 0.10): ObliqueDecisionTreeClassifier, ObliqueDecisionTreeRegressor, ExtraObliqueDecisionTreeClassifier,
    ObliqueRandomForestClassifier, ObliqueRandomForestRegressor, ExtraObliqueRandomForestClassifier and their Patch* relatives.
    Predictions equal to those of the model once it has been saved and loaded: treeple adds a hyperplane's columns in single precision,
    before that in an order of its own, which may move a sum of three and more by a rounding. Answers keep away from points that fall on either side by the order of adding.
  scikit-learn, of any number of classes, each with a sum of weighted columns a class (linear leaves). The libraries below add these up in an
  order of their own, so the last bits of probabilities and values may differ. Sums are those of rows in double precision, whichever the model was trained
  on: given rows in single precision, scikit-learn adds up in single precision.
    with their probabilities: LogisticRegression, LogisticRegressionCV, LinearDiscriminantAnalysis, SGDClassifier(loss="log_loss") of two classes
    with their values: LinearRegression, Ridge, Lasso, ElasticNet and their relatives, SGDRegressor, LinearSVR, PoissonRegressor, GammaRegressor
    with their networks: MLPClassifier and MLPRegressor of any hidden layers with activation="relu" or "identity"
    with their decisions: LinearSVC, SVC(kernel="linear") of two classes, RidgeClassifier, RidgeClassifierCV, Perceptron, other SGDClassifiers, and
      LogisticRegression of more classes than two trained one against the rest. Their scores are no probabilities. The file says so
      ("probabilities": false): a least probability, the best one within a budget and a margin are refused, and predictions have no scores.
    a Pipeline of StandardScaler, MinMaxScaler, MaxAbsScaler, RobustScaler and one of these; X is then the table that the pipeline takes.
Not supported, with the reason: more than one target; networks of tanh or logistic neurons, which are not piecewise linear.
"""
import pickle
import sys

from .trees import ExportError, finish, forest_of, fractions, header, number, spread, threshold32

TREES = ("ObliqueDecisionTreeClassifier", "ObliqueDecisionTreeRegressor", "ExtraObliqueDecisionTreeClassifier",
         "ExtraObliqueDecisionTreeRegressor", "PatchObliqueDecisionTreeClassifier", "PatchObliqueDecisionTreeRegressor")
FORESTS = ("ObliqueRandomForestClassifier", "ObliqueRandomForestRegressor", "ExtraObliqueRandomForestClassifier",
           "ExtraObliqueRandomForestRegressor", "PatchObliqueRandomForestClassifier", "PatchObliqueRandomForestRegressor")
CLASSIFIERS = ("LogisticRegression", "LogisticRegressionCV", "LinearDiscriminantAnalysis", "LinearSVC", "SVC", "SGDClassifier",
               "RidgeClassifier", "RidgeClassifierCV", "Perceptron", "PassiveAggressiveClassifier")
LOG_LINKS = ("PoissonRegressor", "GammaRegressor")
REGRESSORS = ("LinearRegression", "Ridge", "RidgeCV", "Lasso", "LassoCV", "ElasticNet", "ElasticNetCV", "Lars", "LarsCV", "LassoLars", "LassoLarsCV",
              "LassoLarsIC", "OrthogonalMatchingPursuit", "OrthogonalMatchingPursuitCV", "BayesianRidge", "ARDRegression", "HuberRegressor",
              "QuantileRegressor", "TheilSenRegressor", "SGDRegressor", "PassiveAggressiveRegressor", "LinearSVR") + LOG_LINKS
NETWORKS = ("MLPClassifier", "MLPRegressor")
SCALERS = ("StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler")


def export(model, path, X=None, y=None, feature_names=None, classes=None, schema=None, background_rows=200,
           isolation_forest=None):
    """Write `model` to `path` (see the module's own text) and return the document as a dict."""
    steps = [step for _, step in model.steps if step not in (None, "passthrough")] if type(model).__name__ == "Pipeline" else [model]
    last, expected = steps[-1], None
    kind = type(last).__name__
    linear = CLASSIFIERS + REGRESSORS + NETWORKS
    if kind in TREES + FORESTS + linear and not hasattr(last, "n_features_in_"):
        raise ExportError(f"this {kind} is not fitted; call fit first")
    if kind in TREES + FORESTS and len(steps) == 1:
        document, expected = oblique(model, model.estimators_ if kind in FORESTS else [model]), lambda rows: saved(model, rows)
    elif kind in linear:
        for step in steps[:-1]:
            if type(step).__name__ not in SCALERS or getattr(step, "clip", False):
                raise ExportError(f"the pipeline's step {step} cannot be exported; {', '.join(SCALERS)} can, without clipping. Export the last step "
                                  "(pipeline[-1]) with X as that step receives it (pipeline[:-1].transform(X))")
        document = (network if kind in NETWORKS else classifier if kind in CLASSIFIERS else regressor)(last, steps[:-1])
        said = lambda rows: (model.predict(rows).reshape(-1, 1) if document["kind"] == "regressor"
                             else model.predict_proba(rows) if document.get("probabilities", True) else decisions(model, rows))
        expected = lambda rows: said(doubles(rows))
    else:
        raise ExportError(f"{kind} is neither linear nor has it hyperplane splits that can be exported; see `python -m espalier_xai export --help` "
                          "for those that can")
    return finish(model, document, path, X=X, y=y, feature_names=feature_names, classes=classes, schema=schema,
                  background_rows=background_rows, expected=expected,
                  forest=None if isolation_forest is None else forest_of(isolation_forest))


# --- trees -----------------------------------------------------------------------------------------------------


def oblique(model, estimators):
    """Soft voting (or the mean value) of treeple's trees."""
    classifier = hasattr(model, "classes_")
    outputs = len(model.classes_) if classifier else 1
    trees = []
    for estimator in estimators:
        values = estimator.tree_.value[:, 0, :]
        if classifier:
            values = fractions(values)
            if values.shape[1] != outputs:
                values = spread(values, estimator.classes_, outputs)
        trees.append(tree_of(estimator.tree_, values))
    document = header("classifier" if classifier else "regressor", model.n_features_in_, "float32", "mean",
                      [0] * outputs, "none", trees)
    document["library"] = f"treeple {sys.modules['treeple'].__version__}"
    document["hyperplane_sums"] = "float32"
    return document


def saved(model, rows):
    """The predictions of rows once the model has been saved and loaded: columns are then added in their order."""
    model = pickle.loads(pickle.dumps(model))
    return model.predict_proba(rows) if hasattr(model, "classes_") else [[v] for v in model.predict(rows)]


def tree_of(tree, values):
    """A tree with a projection a node; a projection on one column alone is a plain split."""
    projections = tree.get_projection_matrix()
    feature, threshold, planes, leaves = [], [], {}, []
    for node in range(tree.node_count):
        leaf = tree.children_left[node] == -1
        leaves.append([number(v) for v in values[node]] if leaf else None)
        columns = [] if leaf else [c for c, w in enumerate(projections[node]) if w != 0]
        plain = len(columns) == 1 and projections[node][columns[0]] == 1
        at = 0 if leaf else float(tree.threshold[node])
        threshold.append(threshold32(at) if plain else number(at))
        feature.append(-1 if leaf else columns[0] if plain else -2)
        if not leaf and not plain:
            columns = columns or [0]
            planes[str(node)] = {"columns": columns, "weights": [number(projections[node][c]) for c in columns]}
    return {"feature": feature, "threshold": threshold, "left": [int(n) for n in tree.children_left],
            "right": [int(n) for n in tree.children_right], "value": leaves, "hyperplanes": planes}


# --- linear models ---------------------------------------------------------------------------------------------


def classifier(model, scalers):
    """A sum of weighted columns a class, or one for the second of two classes, under the model's link."""
    if getattr(model, "kernel", "linear") != "linear":
        raise ExportError(f"an SVC with the kernel {model.kernel!r} is not linear; SVC(kernel=\"linear\") can be exported")
    np, count = sys.modules["numpy"], len(model.classes_)
    if type(model).__name__ == "SVC" and count > 2:
        raise ExportError(f"an SVC decides {count} classes by votes between each two; LinearSVC can be exported")
    weights, constants = scaled(table(model.coef_), model.intercept_, scalers)
    link = link_of(model, count)
    if link is None and count == 2:
        weights, constants = np.vstack([0 * weights, weights]), np.append(0.0, constants)
    if link == "logistic" and getattr(model, "multi_class", "auto") == "multinomial":  # a softmax of -raw and raw, before scikit-learn 1.8
        weights, constants = 2 * weights, 2 * constants
    document = linear_document("classifier", weights, constants, link or "none", [leaf(weights)])
    return document if link else document | {"probabilities": False}


def link_of(model, count):
    """The link between a classifier's scores and its probabilities. None where it has no probabilities, or others than a link gives."""
    kind = type(model).__name__
    if kind.startswith("LogisticRegression") and count > 2:
        rest = getattr(model, "multi_class", "auto") == "ovr" or getattr(model, "solver", "") == "liblinear"
        return None if rest else "softmax"
    if kind.startswith("LogisticRegression") or kind == "LinearDiscriminantAnalysis":
        return "logistic" if count == 2 else "softmax"
    return "logistic" if kind == "SGDClassifier" and model.loss == "log_loss" and count == 2 else None


def decisions(model, rows):
    """The scores by which a classifier without probabilities decides, one a class."""
    scores = model.decision_function(rows)
    return scores if scores.ndim == 2 else [[0.0, score] for score in scores]


def regressor(model, scalers):
    weights = table(model.coef_)
    if len(weights) > 1:
        raise ExportError(f"the model has {len(weights)} targets; export a model of one target each")
    weights, constants = scaled(weights, model.intercept_, scalers)
    return linear_document("regressor", weights, constants, "exp" if type(model).__name__ in LOG_LINKS else "none", [leaf(weights)])


def network(model, scalers):
    """A tree a neuron of the hidden layer: it adds nothing where its sum is not positive, elsewhere its output weights times the sum."""
    np = sys.modules["numpy"]
    layers = [(table(w).T, np.asarray(b, float)) for w, b in zip(model.coefs_, model.intercepts_)]
    link = {"logistic": "logistic", "softmax": "softmax", "identity": "none", "exp": "exp"}[model.out_activation_]
    if model.n_outputs_ > 1 and link != "softmax":
        raise ExportError(f"the network has {model.n_outputs_} targets; export a model of one target each")
    kind = "classifier" if hasattr(model, "classes_") else "regressor"
    if model.activation == "identity":
        weights, constants = scaled(*layers[0], scalers)
        for outer, shift in layers[1:]:
            weights, constants = outer @ weights, outer @ constants + shift
        return linear_document(kind, weights, constants, link, [leaf(weights)])
    if model.activation != "relu":
        raise ExportError(f"neurons with activation={model.activation!r} are not piecewise linear; train with activation=\"relu\"")
    layers[0] = scaled(*layers[0], scalers)
    return layered(kind, layers, link)


def layered(kind, layers, link):
    """A network of rectified layers: (a row of weights a neuron, constants) each, the last one not rectified."""
    (hidden, bends), (outer, constants) = layers[0], layers[-1]
    if len(layers) == 1:
        return linear_document(kind, outer, constants, link, [leaf(outer)])
    if len(layers) == 2:
        return linear_document(kind, hidden, constants, link, [neuron(w, b, v) for w, b, v in zip(hidden, bends, outer.T)])
    neurons, first, behind = [], 0, hidden.shape[1]
    for weights, biases in layers[:-1]:
        for w, b in zip(weights, biases):
            columns = kept(w[None, :])
            neurons.append({"constant": number(b), "columns": [first + c for c in columns], "weights": [number(w[c]) for c in columns]})
        first, behind = behind, behind + len(weights)
    return linear_document(kind, hidden, constants, link, [leaf(outer, first)]) | {"neurons": neurons}


def neuron(weights, constant, outer):
    """The stump that is max(0, weights * columns + constant), times one output weight a class."""
    columns = kept(weights[None, :]) or [0]
    part = leaf(outer[:, None] * weights[None, :])
    linear = {"2": part["linear"]["0"]} if part["linear"] else {}
    return {"feature": [-2, -1, -1], "threshold": [number(-constant), 0, 0], "left": [1, -1, -1], "right": [2, -1, -1],
            "hyperplanes": {"0": {"columns": columns, "weights": [number(weights[c]) for c in columns]}},
            "value": [None, [0] * len(outer), [number(v * constant) for v in outer]], "linear": linear}


def leaf(weights, first=0):
    """The tree of one leaf whose values are weighted sums of the columns from `first` on; the constants stand in the document's base."""
    columns = kept(weights)
    linear = {"0": {"columns": [first + c for c in columns], "weights": [[number(row[c]) for c in columns] for row in weights]}} if columns else {}
    return {"feature": [-1], "threshold": [0], "left": [-1], "right": [-1], "value": [[0] * len(weights)], "linear": linear}


def kept(weights):
    """The columns that have a weight."""
    return [int(c) for c in (weights != 0).any(axis=0).nonzero()[0]]


def linear_document(kind, weights, base, link, trees):
    return header(kind, weights.shape[1], "float64", "sum", [number(b) for b in base], link, trees) | {"arithmetic": "scikit-learn"}


def scaled(weights, constants, scalers):
    """Weights and constants for the columns before the scalers."""
    np = sys.modules["numpy"]
    constants = np.zeros(len(weights)) + np.asarray(constants, float).reshape(-1)
    for scaler in reversed(scalers):
        if type(scaler).__name__ == "MinMaxScaler":
            factors, shift = scaler.scale_, scaler.min_
        else:
            scale = getattr(scaler, "scale_", None)
            factors = 1 / (np.ones(weights.shape[1]) if scale is None else scale)
            centre = next((c for c in (getattr(scaler, name, None) for name in ("mean_", "center_")) if c is not None), 0.0)
            shift = -centre * factors
        weights, constants = weights * factors, constants + weights @ (shift + np.zeros(weights.shape[1]))
    return weights, constants


def doubles(rows):
    """Rows in double precision. Of rows in single precision scikit-learn adds up in single precision, which is off by more than rounding of doubles."""
    return rows.astype(float) if hasattr(rows, "astype") else rows


def table(array):
    """A table of doubles of an array that may be sparse, one row or single precision."""
    return sys.modules["numpy"].atleast_2d(array.toarray() if hasattr(array, "toarray") else array).astype(float)
