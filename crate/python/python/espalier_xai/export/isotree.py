"""Write an isolation forest of isotree, extended or not, as Espalier's model JSON.

    from espalier_xai.export import export
    export(forest, "model.json", X=X_train)                                          # the forest alone
    export(model, "model.json", X=X_train, y=y_train, isolation_forest=forest)       # or beside a model, for plausibility

It takes the arguments of trees.py beside it, and needs no library but the one that trained the model.

Supported (tried with isotree 0.6.1): isotree.IsolationForest of numeric columns, ndim=1 and extended (ndim of 2 and more), with
  scoring_metric="depth" and without penalize_range, however its columns, coefficients and thresholds were chosen. Path lengths are
  predict(X, output="avg_depth"), exactly but for rows that lie within rounding of a hyperplane; where X is given, some of its rows
  are compared before anything is written. Numbers are read from the model's own bytes: its JSON rounds them to six decimals.
Refused, by name: other scoring metrics, range penalties, categorical columns. The rule of missing_action is not written: a row with a
  missing value has no path length in the file. Inside a model that reads single precision, the forest reads rows so rounded.
"""
import math
import struct
import sys

from .trees import ExportError, finish, header, number


def export(forest, path, X=None, feature_names=None, schema=None, background_rows=200):
    """Write `forest` to `path` (see the module's own text) and return the document as a dict."""
    document = isolation(forest)
    names = getattr(forest, "cols_numeric_", None)
    if feature_names is None and names is not None and len(names) == document["columns"]:
        feature_names = list(names)
    depths = lambda rows: [[v] for v in forest.predict(rows, output="avg_depth").tolist()]
    return finish(forest, document, path, X=X, feature_names=feature_names, schema=schema, background_rows=background_rows,
                  expected=depths)


def isolation(forest):
    """The document of a forest."""
    if type(forest).__name__ != "IsolationForest" or not type(forest).__module__.startswith("isotree"):
        raise ExportError(f"{type(forest).__name__} is no isotree.IsolationForest; espalier_xai.export.trees writes scikit-learn's")
    if not getattr(forest, "is_fitted_", False):
        raise ExportError("this IsolationForest is not fitted; call fit first")
    if forest.scoring_metric != "depth":
        raise ExportError(f"scoring_metric={forest.scoring_metric!r} is no average path length; fit with scoring_metric=\"depth\"")
    if forest.penalize_range:
        raise ExportError("penalize_range=True shortens the path of a row outside of the ranges seen; "
                          "fit with penalize_range=False")
    if forest._ncols_categ:
        raise ExportError("a split on categories is not written; fit on numbers, one column of 0 and 1 a category")
    trees = Reader(forest).trees()
    document = header("isolation_forest", forest._ncols_numeric, "float64", "mean", [0], "none", trees)
    return document | {"library": f"isotree {version()}"}


def version():
    from importlib import metadata
    return metadata.version("isotree")


class Reader:
    """Reads the bytes in which isotree keeps a model, the same on every machine of 64 bits."""

    HEADER = "<13s9B2B4Q"
    KNOWN = (1, 1, 3, 4, 8, 8)  # little endian, usual doubles, 64 bits, bytes of an int, a size and a double
    NUMERIC = 31

    def __init__(self, forest):
        self.data, self.at = forest._cpp_obj.__getstate__(), 0
        mark, endian, _, _, _, *sizes, combined, kind, size, _, _, _ = self.take(self.HEADER)
        if mark != b"isotree_model" or (endian, *sizes) != self.KNOWN or combined != 4:
            self.unknown()
        self.extended, self.end = bool(forest._is_extended_), self.at + size
        self.count = forest._ntrees

    def take(self, what):
        found = struct.unpack_from(what, self.data, self.at)
        self.at += struct.calcsize(what)
        return found

    def many(self, letter, count):
        return self.take(f"<{count}{letter}")

    def unknown(self):
        raise ExportError(f"isotree {version()} keeps its models in a way that this exporter does not know; it was written for 0.6")

    def trees(self):
        self.take("<5B2dQ")
        (count,) = self.take("<Q")
        if count != self.count:
            self.unknown()
        trees = [self.tree() for _ in range(count)]
        if self.at != self.end:
            self.unknown()
        return trees

    def tree(self):
        tree = {"feature": [], "threshold": [], "left": [], "right": [], "value": [], "hyperplanes": {}}
        (nodes,) = self.take("<Q")
        for node in range(nodes):
            left, right, terms, threshold, length = self.plane() if self.extended else self.axis()
            leaf = left == 0
            plain = not leaf and len(terms) == 1 and terms[0][1] == 1
            tree["feature"].append(-1 if leaf else terms[0][0] if plain else -2)
            tree["threshold"].append(0 if leaf else number(threshold))
            tree["left"].append(-1 if leaf else left)
            tree["right"].append(-1 if leaf else right)
            tree["value"].append([number(length)] if leaf else None)
            if not leaf and not plain:
                columns, weights = zip(*terms)
                tree["hyperplanes"][str(node)] = {"columns": list(columns), "weights": [number(w) for w in weights]}
        return tree if tree["hyperplanes"] else {k: v for k, v in tree.items() if k != "hyperplanes"}

    def axis(self):
        """A node: children, (column, weight) of its test, threshold, the path length that ends there."""
        kind, _, threshold, _, length, _, _, _, column, left, right, categories = self.take("<Bi6d4Q")
        self.many("b", categories)
        if left and kind != self.NUMERIC:
            self.unknown()
        return left, right, [(column, 1.0)], threshold, length

    def plane(self):
        """The same of an extended forest: the sum of weights times the distances above the means."""
        threshold, length, _, _, _, left, right, columns, kinds, coefs, means, categories, chosen, fill, new = self.take("<5d10Q")
        columns, kinds = self.many("Q", columns), self.many("B", kinds)
        coefs, means = self.many("d", coefs), self.many("d", means)
        if categories or any(kind != self.NUMERIC for kind in kinds) or not len(columns) == len(coefs) == len(means):
            self.unknown()
        self.many("i", chosen), self.many("d", fill), self.many("d", new)
        weights = {}
        for column, coef in zip(columns, coefs):
            weights[column] = weights.get(column, 0.0) + coef
        threshold = math.fsum([threshold, *(coef * mean for coef, mean in zip(coefs, means))])
        return left, right, [t for t in weights.items() if t[1] != 0] or [(0, 0.0)], threshold, length
