"""Random tables for small models: columns as people have them, and as they go wrong.

Half exact zeros with losses and gains, minus zeros, numbers rounded to a decimal so that many rows are tied, whole numbers, codes,
one-hot groups, constants, numbers that single precision barely holds, missing values. To add a sort of column: a function from
(rng, count) to one array in SORTS.
"""
import numpy as np


def zeros(rng, values, share):
    return np.where(rng.random(len(values)) < share, 0.0, values)


SORTS = {
    "real": lambda rng, n: rng.normal(0, 10.0 ** rng.integers(-3, 6), n),
    "rounded": lambda rng, n: np.round(rng.normal(0, 3, n), int(rng.integers(0, 3))),
    "money": lambda rng, n: np.round(rng.gamma(2, 3000, n), 2),
    "gain": lambda rng, n: zeros(rng, np.round(rng.normal(0, 2000, n), int(rng.integers(0, 3))), rng.uniform(0.3, 0.8)),
    "rare": lambda rng, n: zeros(rng, np.round(rng.gamma(1, 5, n), 1), rng.uniform(0.4, 0.9)),
    "signs": lambda rng, n: rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], n),
    "whole": lambda rng, n: rng.integers(-int(rng.integers(0, 5)), int(rng.integers(3, 60)), n).astype(float),
    "flag": lambda rng, n: rng.integers(0, 2, n).astype(float),
    "code": lambda rng, n: rng.integers(0, int(rng.integers(3, 9)), n).astype(float),
    "steps": lambda rng, n: rng.choice([0.0, 1.0, 2.5, 10.0], n),
    "tiny": lambda rng, n: zeros(rng, rng.normal(0, 1, n) * 10.0 ** rng.integers(-44, -33), 0.4),
    "huge": lambda rng, n: rng.normal(0, 10.0 ** rng.integers(15, 30), n),
    "constant": lambda rng, n: np.full(n, float(rng.choice([0.0, 1.0, -3.5]))),
}
WEIGHTS = {"gain": 3, "rare": 2, "rounded": 2, "real": 2, "whole": 2, "code": 2, "tiny": 0.5, "huge": 0.3, "constant": 0.3}
GROUP = 3


class Table:
    """Columns with names and sorts, and a signal that hangs on them."""

    def __init__(self, rng):
        self.rng, count = rng, int(rng.integers(80, 260))
        names = list(SORTS)
        weights = np.array([WEIGHTS.get(name, 1) for name in names])
        sorts = list(rng.choice(names, int(rng.integers(2, 6)), p=weights / weights.sum()))
        columns = [SORTS[sort](rng, count) for sort in sorts]
        self.one_hot = bool(rng.random() < 0.15)
        if self.one_hot:
            chosen = rng.integers(0, GROUP, count)
            columns += [(chosen == k).astype(float) for k in range(GROUP)]
            sorts += ["group"] * GROUP
        X = np.column_stack(columns)
        signal = rng.normal(0, 0.4, count)
        for k in range(X.shape[1]):
            order = X[:, k].argsort(kind="stable").argsort(kind="stable") / count
            shape = rng.integers(0, 4)
            signal += rng.normal(0, 1.5) * [order, (order - 0.5) ** 2 * 4, np.sin(6 * order), order > rng.random()][shape]
        if rng.random() < 0.5:
            a, b = rng.integers(0, X.shape[1], 2)
            signal += 1.5 * (X[:, a] > np.median(X[:, a])) * (X[:, b] > np.median(X[:, b]))
        X[(X == 0) & (rng.random(X.shape) < (0.5 if rng.random() < 0.4 else 0))] = -0.0
        if rng.random() < 0.3:
            X = X.astype(np.float32).astype(float)
        self.X, self.signal, self.sorts = X, signal, sorts

    def with_missing(self, columns=None):
        """Hides some values of some columns, of one-hot groups never."""
        rng = self.rng
        for k, sort in enumerate(self.sorts):
            if (columns is None or k in columns) and sort != "group" and rng.random() < 0.5:
                self.X[rng.random(len(self.X)) < rng.uniform(0.02, 0.4), k] = np.nan
        return self

    def classes(self, count):
        if count == 2:
            return (self.signal > np.quantile(self.signal, self.rng.uniform(0.2, 0.8))).astype(int)
        ends = np.sort(self.rng.dirichlet(np.full(count, 4.0)).cumsum()[:-1])
        return np.digitize(self.signal, np.quantile(self.signal, ends))

    def values(self):
        """A number a row; often with ties."""
        scaled = self.signal * 10.0 ** self.rng.integers(-2, 4)
        return np.round(scaled, 1) if self.rng.random() < 0.3 else scaled

    def positive(self):
        return np.exp(0.4 * self.signal)

    def counts(self):
        return self.rng.poisson(np.exp(0.4 * self.signal))

    def codes(self):
        return [k for k, sort in enumerate(self.sorts) if sort == "code"]

    def schema(self):
        """The meaning of the columns, as somebody who knows the table would say it."""
        features, k = [], 0
        while k < len(self.sorts):
            sort, column = self.sorts[k], self.X[:, k]
            known = np.unique(column[~np.isnan(column)]) + 0.0
            feature = {"name": f"{sort} {k}", "column": k}
            low, high = (float(known[0]), float(known[-1])) if len(known) else (0.0, 1.0)
            if sort == "group":
                features.append({"name": "group", "kind": "categorical", "columns": list(range(k, k + GROUP)), "labels": [f"is {i}" for i in range(GROUP)]})
                k += GROUP
                continue
            if sort == "code" and len(known) > 1:
                feature |= {"kind": "categorical", "values": [float(v) for v in known], "labels": [f"code {v:g}" for v in known]}
            elif sort == "steps" and len(known) > 1:
                feature |= {"kind": "ordinal", "values": [float(v) for v in known], "labels": [f"step {v:g}" for v in known]}
            elif sort == "flag" and len(known) == 2:
                feature |= {"kind": "binary"}
            elif sort == "whole":
                feature |= {"kind": "integer", "min": low, "max": max(high, low + 1)}
            else:
                feature |= {"min": low, "max": high if high > low else low + 1}
            features.append(feature)
            k += 1
        return {"features": features}
