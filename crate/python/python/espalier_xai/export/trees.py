"""Write a trained scikit-learn tree model as Espalier's model JSON.

    from espalier_xai.export import export
    export(model, "model.json", X=X_train, y=y_train)

It reads the model object alone, so it needs no library but the one that trained the model. Linear models, networks and oblique trees are written by
slanted.py beside it, isotree's forests by isotree.py.

export(model, path, X=None, y=None, feature_names=None, classes=None, schema=None,
       isolation_forest=None, background_rows=200, missing=True) -> the document as a dict

  model             a fitted estimator, see below
  path              where to write; None writes nothing
  X, y              training data (array, or DataFrame): feature ranges, and a background sample for plausibility
                    and histograms; without X neither is written. y holds the targets that the model was fitted to.
  feature_names     one a column; else X's or the model's own, else x0, x1, ...
  classes           one name a class, in the order of model.classes_; else those
  schema            meaning of the columns: {"features": [...], "classes": [...], "subject": ..} (docs/contract/schema.md); else every column is numeric
                    (category columns of histogram boosting are categorical) with the range found in X
  isolation_forest  a fitted IsolationForest on the same columns, stored in the same file for plausibility; isotree's
                    too, extended or not
  background_rows   at most so many rows of X are stored (chosen with a fixed seed); 0 for none
  missing           write where a missing value goes at each split, as scikit-learn treats it; False
                    leaves that out: the file is smaller, and a missing value is an error

Supported, predictions equal to scikit-learn's own (where X is given, some of its rows are compared before anything
is written; tried with scikit-learn 1.2, 1.5 and 1.9):
  DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor
  RandomForestClassifier, RandomForestRegressor, ExtraTreesClassifier, ExtraTreesRegressor
  GradientBoostingClassifier, GradientBoostingRegressor (default init, or init="zero")
  HistGradientBoostingClassifier, HistGradientBoostingRegressor (categories, missing values)
  AdaBoostClassifier (of decision tree classifiers)
  BaggingClassifier, BaggingRegressor (of decision or extra trees)
  IsolationForest (stands alone, or inside another model's file)
Not supported, with the reason: more than one target; AdaBoostRegressor (a weighted median is no sum of trees); boosting that
  starts from another estimator; ensembles of anything but trees. Export a pipeline's last step, with X as that step receives it.
"""
import json
import math
import sys

VERSION = 1
FOREST = ("RandomForestClassifier", "RandomForestRegressor", "ExtraTreesClassifier", "ExtraTreesRegressor")
SINGLE = ("DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor")
BOOST = ("GradientBoostingClassifier", "GradientBoostingRegressor")
HIST = ("HistGradientBoostingClassifier", "HistGradientBoostingRegressor")
BAGGING = ("BaggingClassifier", "BaggingRegressor")
LINEAR = (["linear_model"], ["svm"], ["discriminant_analysis"], ["neural_network"])


class ExportError(ValueError):
    """The model cannot be written; the message gives the reason and the remedy."""


def export(model, path, X=None, y=None, feature_names=None, classes=None, schema=None,
           isolation_forest=None, background_rows=200, missing=True):
    """Write `model` to `path` (see the module's own text) and return the document as a dict."""
    kind = type(model).__name__
    library = type(model).__module__.split(".")[0]
    if library in OTHERS and not (library == "treeple" and "Oblique" not in kind):
        raise ExportError(OTHERS[library].format(kind=kind))
    if not hasattr(model, "n_features_in_") and (kind in HINTS or kind in FOREST + SINGLE + BOOST + HIST + BAGGING + ("AdaBoostClassifier", "IsolationForest")):
        raise ExportError(f"this {kind} is not fitted; call fit first")
    if kind in FOREST:
        document = mean_of(model, model.estimators_, None, missing)
    elif kind in SINGLE:
        document = mean_of(model, [model], None, missing)
    elif kind in BOOST:
        document = gradient_boosting(model)
    elif kind in HIST:
        document = hist_gradient_boosting(model)
    elif kind == "AdaBoostClassifier":
        document = adaboost(model, missing)
    elif kind in BAGGING:
        document = bagging(model, missing)
    elif kind == "IsolationForest":
        document = isolation(model, missing)
    elif type(model).__module__.split(".")[1:2] in LINEAR:
        raise ExportError(f"{kind} is no model of trees; espalier_xai.export.slanted writes linear models and networks: "
                          "from espalier_xai.export import export")
    else:
        raise ExportError(HINTS.get(kind, f"{kind} is not a scikit-learn tree model that can be exported; "
                          "see `python -m espalier_xai export --help` for those that can"))
    encode = category_encoder(model) if kind in HIST else {}
    forest = None if isolation_forest is None else forest_of(isolation_forest, missing)
    return finish(model, document, path, X, y, feature_names, classes, schema, forest, background_rows, encode)


def finish(model, document, path, X=None, y=None, feature_names=None, classes=None, schema=None, forest=None,
           background_rows=200, encode=(), expected=None):
    """Adds names, schema and background to a document, compares it with the model and writes it. `expected` gives the scores
    of rows, where that is not the model's own predict_proba; `forest` is an isolation forest's document."""
    encode, columns = dict(encode), document["columns"]
    rows = raw_rows(X, encode, columns) if X is not None else None
    if document["kind"] == "classifier":
        names = classes if classes is not None else (schema or {}).get("classes") or model.classes_
        document["classes"] = [str(c) for c in names]
        if len(document["classes"]) != len(model.classes_):
            raise ExportError(f"{len(document['classes'])} class names given for {len(model.classes_)} classes")
    if forest is not None:
        if forest["columns"] != columns:
            raise ExportError(f"the isolation forest reads {forest['columns']} columns, the model {columns}")
        if (document["input"], forest["input"]) == ("float64", "float32"):  # the forest compares its inputs as singles
            for tree in forest["trees"]:
                tree["threshold"] = [threshold64(t) for t in tree["threshold"]]
        document["isolation_forest"] = {"trees": forest["trees"]}
    document["schema"] = schema_of(model, document, rows, X, feature_names, schema, encode)
    if rows is not None and background_rows:
        document["background"] = background(model, document, rows, y, background_rows)
    if rows is not None:
        check(model, document, rows, X, expected)
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return document


HINTS = {
    "AdaBoostRegressor": "AdaBoostRegressor answers with a weighted median, which is no sum of trees; "
                         "GradientBoostingRegressor or RandomForestRegressor can be exported",
    "Pipeline": "export the last step of the pipeline (pipeline[-1]) with X as that step receives it "
                "(pipeline[:-1].transform(X))",
    **dict.fromkeys(("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV"), "export the fitted model itself: search.best_estimator_"),
    "CalibratedClassifierCV": "a calibrated classifier is no sum of trees; export the classifier that it calibrates",
    "VotingClassifier": "export one of its members: model.estimators_[i]",
    "StackingClassifier": "export one of its members: model.estimators_[i]",
}

# Libraries whose own files open as they are, or that are written elsewhere.
OTHERS = {
    "isotree": "espalier_xai.export.isotree writes this {kind}; beside a model it stands as isolation_forest=...",
    "treeple": "espalier_xai.export.slanted writes this {kind}: from espalier_xai.export import export",
    "xgboost": "XGBoost writes a file of this {kind} that opens as it is: model.save_model('model.json')",
    "lightgbm": "LightGBM writes a file of this {kind} that opens as it is: model.booster_.save_model('model.txt'), of a Booster model.save_model('model.txt')",
    "catboost": "CatBoost writes a file of this {kind} that opens as it is: model.save_model('model.json', format='json')",
}


# --- ensembles -------------------------------------------------------------------------------------------------


def bagging(model, missing):
    for member in model.estimators_:
        if type(member).__name__ not in SINGLE:
            raise ExportError(f"bagging of {type(member).__name__} cannot be exported; bagging of DecisionTree* and ExtraTree* can")
    return mean_of(model, model.estimators_, model.estimators_features_, missing)


def mean_of(model, estimators, features, missing):
    """Soft voting (or the mean value) of plain trees, each perhaps on a choice of columns."""
    classifier = hasattr(model, "classes_")
    if getattr(estimators[0], "n_outputs_", 1) > 1:
        raise ExportError(f"the model has {estimators[0].n_outputs_} targets; export a model of one target each")
    outputs = len(model.classes_) if classifier else 1
    trees = []
    for i, estimator in enumerate(estimators):
        tree = estimator.tree_
        values = tree.value[:, 0, :]
        if classifier:
            values = fractions(values)
            if values.shape[1] != outputs:  # a bootstrap sample that lacks a class
                values = spread(values, estimator.classes_, outputs)
        columns = None if features is None else features[i]
        trees.append(plain_tree(tree, values, columns, missing and allows_nan(estimator)))
    return header("classifier" if classifier else "regressor", model.n_features_in_, "float32", "mean",
                  [0] * outputs, "none", trees)


def gradient_boosting(model):
    classifier = hasattr(model, "classes_")
    start = model.init_
    if not (isinstance(start, str) and start == "zero") and type(start).__name__ not in ("DummyClassifier", "DummyRegressor"):
        raise ExportError(f"boosting that starts from {type(start).__name__} cannot be exported; the default init and init='zero' can")
    np = sys.modules["numpy"]
    base = model._raw_predict_init(np.zeros((1, model.n_features_in_), dtype=np.float32))[0]
    # The exponential loss has probability 1 / (1 + exp(-2 raw)).
    scale = 2.0 if classifier and model.loss == "exponential" else 1.0
    trees = []
    for stage in model.estimators_:
        for output, estimator in enumerate(stage):
            tree = plain_tree(estimator.tree_, one_output(estimator.tree_.value[:, 0, :], output, len(stage)), None, False)
            trees.append({"weight": float(model.learning_rate) * scale, **tree})
    document = header("classifier" if classifier else "regressor", model.n_features_in_, "float32", "sum",
                      [float(b) * scale for b in base], ("logistic" if len(base) == 1 else "softmax") if classifier else "none", trees)
    return document | {"arithmetic": "scikit-learn"}


def adaboost(model, missing):
    """Each tree adds its weight's share to the class it names and takes it from the others (SAMME)."""
    count = len(model.classes_)
    if getattr(model, "algorithm", "SAMME") == "SAMME.R":
        raise ExportError("AdaBoost with algorithm='SAMME.R' cannot be exported; train with algorithm='SAMME'")
    np = sys.modules["numpy"]
    loss = -1.0 / (count - 1) if at_least(1, 3) else 0.0  # so scikit-learn counts the losers since 1.3
    trees = []
    for estimator, weight in zip(model.estimators_, model.estimator_weights_):
        if type(estimator).__name__ not in SINGLE or not hasattr(estimator, "classes_"):
            raise ExportError(f"AdaBoost of {type(estimator).__name__} cannot be exported; AdaBoost of DecisionTreeClassifier can")
        winners = estimator.classes_[np.argmax(estimator.tree_.value[:, 0, :], axis=1)]
        values = np.where(winners[:, None] == model.classes_[None, :], 1.0, loss)
        trees.append({"weight": float(weight), **plain_tree(estimator.tree_, values, None, missing and allows_nan(estimator))})
    document = header("classifier", model.n_features_in_, "float32", "sum", [0] * count, "softmax", trees)
    return document | {"divide": [float(model.estimator_weights_.sum()), count - 1]}


def hist_gradient_boosting(model):
    classifier = hasattr(model, "classes_")
    base = [float(b) for b in model._baseline_prediction.reshape(-1)]
    order = list(range(model.n_features_in_))
    known = {}
    if getattr(model, "_preprocessor", None) is not None:  # category columns come first inside the model
        order.sort(key=lambda c: not model.is_categorical_[c])
    if getattr(model, "is_categorical_", None) is not None:
        known = {c: list(zip(codes, bits)) for c, (codes, _, bits) in category_encoder(model).items()}
    trees = [hist_tree(tree, output, len(stage), order, known)
             for stage in model._predictors for output, tree in enumerate(stage)]
    if classifier:
        link = "logistic" if len(base) == 1 else "softmax"
    else:
        link = "exp" if model.loss in ("poisson", "gamma") else "none"
    document = header("classifier" if classifier else "regressor", model.n_features_in_, "float64", "sum", base, link, trees)
    return document | {"arithmetic": "scikit-learn"}


def forest_of(forest, missing=True):
    """The document of an isolation forest, of scikit-learn or isotree."""
    if type(forest).__module__.startswith("isotree"):
        from .isotree import isolation as of_isotree
        return of_isotree(forest)
    return isolation(forest, missing)


def isolation(model, missing):
    if not hasattr(model, "estimators_"):
        raise ExportError("this IsolationForest is not fitted; call fit first")
    trees = []
    for estimator, columns in zip(model.estimators_, model.estimators_features_):
        tree = plain_tree(estimator.tree_, None, columns, missing and allows_nan(estimator))
        tree["samples"] = [int(n) for n in estimator.tree_.n_node_samples]
        trees.append(tree)
    return header("isolation_forest", model.n_features_in_, "float32", "mean", [0], "none", trees)


def header(kind, columns, precision, aggregation, base, link, trees):
    return {"format": "espalier", "version": VERSION, "library": library(), "kind": kind, "columns": int(columns),
            "input": precision, "compare": "<=", "aggregation": aggregation, "base": base, "link": link, "trees": trees}


def at_least(major, minor):
    """Whether scikit-learn is of this version or a later one."""
    return tuple(int(part) for part in sys.modules["sklearn"].__version__.split(".")[:2]) >= (major, minor)


def library():
    sklearn = sys.modules.get("sklearn")
    return f"scikit-learn {sklearn.__version__}" if sklearn else "scikit-learn"


# --- trees -----------------------------------------------------------------------------------------------------


def plain_tree(tree, values, columns, missing):
    """A tree as sklearn.tree lays it out. `values`: one row a node, None where leaves hold nothing."""
    feature, threshold, rule, leaves = [], [], {}, []
    to_left = getattr(tree, "missing_go_to_left", None)
    for node in range(tree.node_count):
        leaf = tree.children_left[node] == -1
        column = int(tree.feature[node])
        feature.append(-1 if leaf else column if columns is None else int(columns[column]))
        threshold.append(0 if leaf else threshold32(float(tree.threshold[node])))
        leaves.append([number(v) for v in values[node]] if leaf and values is not None else None)
        if missing and not leaf and to_left is not None:
            rule[str(node)] = "left" if to_left[node] else "right"
    result = {"feature": feature, "threshold": threshold,
              "left": [int(n) for n in tree.children_left], "right": [int(n) for n in tree.children_right]}
    return result | {name: part for name, part in (("value", values is not None and leaves), ("missing", rule)) if part}


def hist_tree(predictor, output, outputs, order, known):
    feature, threshold, left, right, values, rule, categories = [], [], [], [], [], {}, {}
    for n, node in enumerate(predictor.nodes):
        if node["is_leaf"]:
            for numbers, none in ((feature, -1), (threshold, 0), (left, -1), (right, -1)):
                numbers.append(none)
            row = [0.0] * outputs
            row[output] = float(node["value"])
            values.append(row)
            continue
        column = order[int(node["feature_idx"])]
        goes_left, sides = bool(node["missing_go_to_left"]), (int(node["left"]), int(node["right"]))
        if node["is_categorical"]:
            bits = predictor.raw_left_cat_bitsets[int(node["bitset_idx"])]
            # A code that the model has never seen goes where a missing value goes. In the file it goes
            # right, so the children change places where that is left.
            wanted = 0 if goes_left else 1
            codes = [code for code, i in known[column] if int(bits[i >> 5]) >> (i & 31) & 1 == wanted]
            if goes_left:
                sides, goes_left = sides[::-1], False
            feature.append(-3)
            threshold.append(0)
            categories[str(n)] = {"column": column, "left": codes}
        else:
            feature.append(column)
            threshold.append(finite(float(node["num_threshold"])))
        left.append(sides[0])
        right.append(sides[1])
        values.append(None)
        rule[str(n)] = "left" if goes_left else "right"
    result = {"feature": feature, "threshold": threshold, "left": left, "right": right, "value": values}
    return result | {name: part for name, part in (("categories", categories), ("missing", rule)) if part}


def allows_nan(estimator):
    """Whether scikit-learn takes a missing value for this estimator, whatever it was trained on."""
    try:
        return bool(estimator.__sklearn_tags__().input_tags.allow_nan)
    except AttributeError:  # before 1.6
        return bool(estimator._get_tags().get("allow_nan", False))


def fractions(values):
    """Class fractions: scikit-learn before 1.3 stored counts."""
    total = values.sum(axis=1, keepdims=True)
    total[total == 0.0] = 1.0
    return values if abs(total - 1.0).max() < 1e-9 else values / total


def spread(values, present, outputs):
    result = sys.modules["numpy"].zeros((values.shape[0], outputs))
    result[:, present] = values
    return result


def one_output(values, output, outputs):
    return values if outputs == 1 else spread(values[:, :1], [output], outputs)


# --- numbers ---------------------------------------------------------------------------------------------------


def number(value):
    """A whole number without its ".0", any other float as it is."""
    value = float(value)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def finite(value):
    """JSON has no infinity. A split at infinity parts missing values from all others."""
    return number(max(-sys.float_info.max, min(sys.float_info.max, value)))


def threshold32(value):
    """The shortest decimal that parts single precision inputs exactly as `value` does."""
    np = sys.modules["numpy"]
    largest = float(np.finfo(np.float32).max)
    if not -largest < value < largest:
        return number(max(-largest, min(largest, value)))
    low = floor32(value)
    high = float(np.nextafter(low, np.float32(math.inf)))
    for digits in range(1, 18):
        short = float(f"{value:.{digits}g}")
        if float(low) <= short < high:
            return number(short)
    return value


def threshold64(value):
    """The largest double that is at most `value` once it is rounded to a single."""
    np, low = sys.modules["numpy"], floor32(value)
    middle = (float(low) + float(np.nextafter(low, np.float32(math.inf)))) / 2
    return middle if np.float32(middle) == low else float(np.nextafter(middle, -math.inf))


def floor32(value):
    np = sys.modules["numpy"]
    low = np.float32(value)
    return low if float(low) <= value else np.nextafter(low, np.float32(-math.inf))


def shortest32(value):
    """The shortest decimal that is `value` in single precision."""
    return number(float(str(sys.modules["numpy"].float32(value))))


# --- schema and background -------------------------------------------------------------------------------------


def category_encoder(model):
    """By column: (codes, labels, bits) of the category columns of a histogram boosting model, in its own order;
    bits are their places in the model's category sets.

    Categories that are whole numbers from 0 keep them as codes; any others are numbered in order."""
    if getattr(model, "is_categorical_", None) is None:
        return {}
    columns = [c for c in range(model.n_features_in_) if model.is_categorical_[c]]
    if getattr(model, "_preprocessor", None) is None:  # before 1.4 categories were codes already
        found = [[int(v) for v in model._bin_mapper.bin_thresholds_[c]] for c in columns]
        return {c: (codes, codes, codes) for c, codes in zip(columns, found)}
    result = {}
    for column, values in zip(columns, model._preprocessor.named_transformers_["encoder"].categories_):
        values = [v for v in values if v == v and v is not None]
        whole = all(not isinstance(v, str) and float(v).is_integer() and 0 <= v < 2**31 for v in values)
        codes = [int(v) for v in values] if whole else list(range(len(values)))
        result[column] = (codes, values, range(len(values)))
    return result


def raw_rows(X, encode, columns):
    """X as the numbers that the exported model reads, one list a row."""
    table = X.to_numpy(dtype=object).tolist() if hasattr(X, "to_numpy") else [list(row) for row in X]
    if table and len(table[0]) != columns:
        raise ExportError(f"X has {len(table[0])} columns, the model {columns}")
    lookup = {c: dict(zip(values, codes)) for c, (codes, values, _) in encode.items()}
    nan = float("nan")

    def number_of(row, c, v):
        if c in lookup:
            return lookup[c].get(v, nan)
        if v is None or str(v) in ("<NA>", "nan", "NaT"):
            return nan
        try:
            return float(v)
        except (TypeError, ValueError):
            raise ExportError(f"row {row}, column {c} of X holds {v!r}; give X as the model reads it, in numbers") from None
    return [[number_of(i, c, v) for c, v in enumerate(row)] for i, row in enumerate(table)]


def schema_of(model, document, rows, X, feature_names, schema, encode):
    if schema is not None:
        return schema
    known = (feature_names, getattr(X, "columns", None), getattr(model, "feature_names_in_", None))
    names = [str(n) for n in next((k for k in known if k is not None), [f"x{c}" for c in range(document["columns"])])]
    if len(names) != document["columns"]:
        raise ExportError(f"{len(names)} feature names given for {document['columns']} columns")
    short = shortest32 if document["input"] == "float32" else number
    features = []
    for c, name in enumerate(names):
        if c in encode:
            codes, labels, _ = encode[c]
            features.append({"name": name, "kind": "categorical", "column": c, "labels": [str(v) for v in labels], "values": codes})
            continue
        feature = {"name": name, "kind": "numeric", "column": c}
        present = [row[c] for row in rows or [] if math.isfinite(row[c])]
        if present and min(present) < max(present):  # a constant column gets its range from the thresholds
            feature["min"], feature["max"] = short(min(present)), short(max(present))
        features.append(feature)
    result = {"features": features}
    if document["kind"] == "classifier":
        result["classes"] = document["classes"]
    return result


def background(model, document, rows, y, limit):
    if y is not None and len(y) != len(rows):
        raise ExportError(f"y has {len(y)} labels, X {len(rows)} rows")
    chosen = range(len(rows))
    if len(rows) > limit:
        chosen = sorted(sys.modules["numpy"].random.RandomState(0).choice(len(rows), limit, replace=False).tolist())
    short = shortest32 if document["input"] == "float32" else number
    labels = None if y is None or document["kind"] == "isolation_forest" else labels_of(model, document["kind"], y)
    result = {"rows": [[short(v) if math.isfinite(v) else None for v in rows[i]] for i in chosen]}
    if labels is not None:
        result["labels"] = [labels[i] for i in chosen]
    return result


def labels_of(model, kind, y):
    """The target of each row by y: the index of a class, or a number."""
    y = [v.item() if hasattr(v, "item") and getattr(v, "size", 1) == 1 else v for v in (y.to_numpy() if hasattr(y, "to_numpy") else y)]
    for row, v in enumerate(y):
        if hasattr(v, "__len__") and not isinstance(v, (str, bytes)):
            raise ExportError(f"y holds {len(v)} values (row {row}) where one is needed; give the label of each row, as of a one-hot y y.argmax(axis=1)")
    if kind != "classifier":
        def value(row, v):
            try:
                if math.isfinite(float(v)):
                    return number(v)
            except (TypeError, ValueError):
                pass
            raise ExportError(f"y holds {v!r} (row {row}), which is no number; give y as the model was fitted to it")
        return [value(row, v) for row, v in enumerate(y)]
    classes = model.classes_.tolist()
    for row, v in enumerate(y):
        if not any(v == c for c in classes):
            raise ExportError(f"y holds {v!r} (row {row}), to which the model was not fitted: its classes are "
                              f"{', '.join(map(repr, classes[:12]))}{', ...' if len(classes) > 12 else ''}; give y as the model was fitted to it")
    return [classes.index(v) for v in y]


# --- check -----------------------------------------------------------------------------------------------------


def check(model, document, rows, X, expected=None, limit=50):
    """Predicts some rows of X from the document and compares with the model: a scikit-learn that computes
    otherwise than the versions this file was written for is found out here, not by the people asking."""
    chosen = range(0, len(rows), max(1, len(rows) // limit))
    some = X.iloc[list(chosen)] if hasattr(X, "iloc") else sys.modules["numpy"].asarray(X)[list(chosen)]
    if document["kind"] == "isolation_forest" and expected is None:
        return
    expected = expected or (model.predict_proba if document["kind"] == "classifier" else lambda x: [[v] for v in model.predict(x)])
    for i, truth in zip(chosen, expected(some)):
        found = evaluate(document, rows[i])
        if found is not None and any(abs(f - t) > 1e-6 * max(1.0, abs(t)) for f, t in zip(found, truth)):
            raise ExportError(f"the exported model gives {found} for row {i} of X, the model itself {list(map(float, truth))}; "
                              "this scikit-learn computes in a way that the exporter does not know")


def weighted(document, terms):
    """A hyperplane's sum, in the type that the document names."""
    if document.get("hyperplane_sums") != "float32":
        return sum(terms)
    single = sys.modules["numpy"].float32
    total = single(0)
    for term in terms:
        total += single(term)
    return float(total)


def evaluate(document, row):
    """Probabilities, or the value, that the document gives a row; None where it has no rule for a missing value."""
    if document["input"] == "float32":
        row = [float(v) for v in sys.modules["numpy"].array(row, dtype="float32")]
    row = list(row)
    for neuron in document.get("neurons", []):
        row.append(max(0.0, neuron["constant"] + sum(w * row[c] for c, w in zip(neuron["columns"], neuron["weights"]))))
    first = document.get("arithmetic") == "scikit-learn" and document["aggregation"] == "sum"
    raw = list(document["base"]) if first else [0.0] * len(document["base"])
    for tree in document["trees"]:
        node = 0
        while tree["feature"][node] != -1:
            categories = tree.get("categories", {}).get(str(node))
            plane = tree.get("hyperplanes", {}).get(str(node))
            if plane:
                value = weighted(document, (w * row[c] for c, w in zip(plane["columns"], plane["weights"])))
            else:
                value = row[categories["column"] if categories else tree["feature"][node]]
            if value != value:
                side = tree.get("missing", {}).get(str(node))
                if side is None:
                    return None
                left = side == "left"
            else:
                left = value in categories["left"] if categories else value <= tree["threshold"][node]
            node = tree["left" if left else "right"][node]
        linear = tree.get("linear", {}).get(str(node), {"columns": (), "weights": ()})
        values = [v + sum(w * row[c] for c, w in zip(linear["columns"], weights))
                  for v, weights in zip(tree["value"][node], linear["weights"] or [()] * len(raw))]
        raw = [r + tree.get("weight", 1.0) * v for r, v in zip(raw, values)]
    if document["aggregation"] == "mean":
        raw = [r / len(document["trees"]) for r in raw]
    for divisor in document.get("divide", []):
        raw = [r / divisor for r in raw]
    if not first:
        raw = [r + b for r, b in zip(raw, document["base"])]
    if document["link"] == "logistic":
        p = 1 / (1 + math.exp(-raw[0])) if raw[0] > -700 else 0.0
        return [1 - p, p]
    if document["link"] == "softmax":
        powers = [math.exp(r - max(raw)) for r in raw]
        return [p / sum(powers) for p in powers]
    return [math.exp(raw[0])] if document["link"] == "exp" else raw
