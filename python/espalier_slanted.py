#!/usr/bin/env python3
"""Write a trained model with hyperplane splits as Espalier's model JSON: oblique trees and forests, linear classifiers.

    from espalier_slanted import export
    export(model, "model.json", X=X_train, y=y_train)

It stands beside espalier_export.py, whose arguments it takes, and needs no library but the one that trained the model.

Supported (where X is given, some of its rows are compared with the model before anything is written):
  treeple (tried with 0.10): ObliqueDecisionTreeClassifier, ObliqueDecisionTreeRegressor, ExtraObliqueDecisionTreeClassifier,
    ObliqueRandomForestClassifier, ObliqueRandomForestRegressor, ExtraObliqueRandomForestClassifier and their Patch* relatives.
    Predictions equal to those of the model once it has been saved and loaded: treeple adds a hyperplane's columns in single precision,
    before that in an order of its own, which may move a sum of three and more by a rounding. Answers keep away from points that fall on either side by the order of adding.
  scikit-learn: LogisticRegression, LogisticRegressionCV, LinearSVC, SVC(kernel="linear") of two classes, SGDClassifier,
    RidgeClassifier, RidgeClassifierCV, Perceptron, LinearDiscriminantAnalysis, of at most 6 classes.
    The decision is the model's own; of SVC, which adds up its support vectors, but for rows so near to the border that rounding
    decides, as answers may be: prefer LinearSVC. A linear model is written as the
    tree of its decisions, one hyperplane for each two classes. The file says so ("probabilities": false): a least probability, the
    best one within a budget and a margin are refused, and predictions have no scores. Write older files again.
"""
import pickle
import sys

from espalier_export import ExportError, finish, forest_of, fractions, header, number, spread, threshold32

TREES = ("ObliqueDecisionTreeClassifier", "ObliqueDecisionTreeRegressor", "ExtraObliqueDecisionTreeClassifier",
         "ExtraObliqueDecisionTreeRegressor", "PatchObliqueDecisionTreeClassifier", "PatchObliqueDecisionTreeRegressor")
FORESTS = ("ObliqueRandomForestClassifier", "ObliqueRandomForestRegressor", "ExtraObliqueRandomForestClassifier",
           "ExtraObliqueRandomForestRegressor", "PatchObliqueRandomForestClassifier", "PatchObliqueRandomForestRegressor")
LINEAR = ("LogisticRegression", "LogisticRegressionCV", "LinearSVC", "SVC", "SGDClassifier", "RidgeClassifier",
          "RidgeClassifierCV", "Perceptron", "LinearDiscriminantAnalysis", "PassiveAggressiveClassifier")
MOST_CLASSES = 6


def export(model, path, X=None, y=None, feature_names=None, classes=None, schema=None, background_rows=200,
           isolation_forest=None):
    """Write `model` to `path` (see the module's own text) and return the document as a dict."""
    kind = type(model).__name__
    if kind in TREES + FORESTS + LINEAR and not hasattr(model, "n_features_in_"):
        raise ExportError(f"this {kind} is not fitted; call fit first")
    if kind in TREES + FORESTS:
        document, expected = oblique(model, model.estimators_ if kind in FORESTS else [model]), lambda rows: saved(model, rows)
    elif kind in LINEAR:
        document, expected = linear(model), lambda rows: one_hot(model, rows)
    else:
        raise ExportError(f"{kind} is neither linear nor has it hyperplane splits that can be exported; see `python espalier_slanted.py --help` "
                          "for those that can, and espalier_export.py for other trees")
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


# --- linear classifiers ----------------------------------------------------------------------------------------


def linear(model):
    """The tree of a linear classifier's decisions."""
    if getattr(model, "kernel", "linear") != "linear":
        raise ExportError(f"an SVC with the kernel {model.kernel!r} is not linear; SVC(kernel=\"linear\") can be exported")
    count = len(model.classes_)
    if type(model).__name__ == "SVC" and count > 2:
        raise ExportError(f"an SVC decides {count} classes by votes between each two; LinearSVC can be exported")
    if count > MOST_CLASSES:
        raise ExportError(f"{count} classes would need {2 ** count - 1} nodes; at most {MOST_CLASSES} classes can be exported")
    coefficients = table(model.coef_)
    intercepts = [b for row in table(model.intercept_) for b in row]
    if count == 2:
        coefficients, intercepts = [[0.0] * len(coefficients[0]), coefficients[0]], [0.0, intercepts[0]]
    columns = len(coefficients[0])
    tree = {"feature": [], "threshold": [], "left": [], "right": [], "value": [], "hyperplanes": {}}

    def grow(best, rival):
        """The decision between the best class so far and those from `rival` on; ties go to the earlier class."""
        node = len(tree["feature"])
        leaf = rival == count
        tree["feature"].append(-1 if leaf else -2)
        tree["value"].append([int(k == best) for k in range(count)] if leaf else None)
        tree["threshold"].append(0 if leaf else number(intercepts[best] - intercepts[rival]))
        tree["left"].append(-1)
        tree["right"].append(-1)
        if not leaf:
            weights = [r - b for r, b in zip(coefficients[rival], coefficients[best])]
            kept = [c for c in range(columns) if weights[c] != 0] or [0]
            tree["hyperplanes"][str(node)] = {"columns": kept, "weights": [number(weights[c]) for c in kept]}
            tree["left"][node] = grow(best, rival + 1)
            tree["right"][node] = grow(rival, rival + 1)
        return node

    grow(0, 1)
    return header("classifier", columns, "float64", "mean", [0] * count, "none", [tree]) | {"probabilities": False}


def table(array):
    """Rows of numbers of an array that may be sparse, one row or one number."""
    array = array.toarray() if hasattr(array, "toarray") else array
    return sys.modules["numpy"].atleast_2d(array).astype(float).tolist()


def one_hot(model, rows):
    """The document's scores: 1 for the class decided."""
    classes = model.classes_.tolist()
    return [[int(c == decided) for c in classes] for decided in model.predict(rows).tolist()]


if __name__ == "__main__":
    print(__doc__.strip())
    sys.exit(0 if sys.argv[1:] in ([], ["-h"], ["--help"]) else 2)
