"""A model and its library's word on rows, for libraries.py and sloped.py."""
import numpy as np


class Model:
    """A trained model: its files, the first of which is asked about, and `ask`, which gives the library's own word on rows."""

    def __init__(self, name, files, ask, **more):
        self.name, self.files, self.ask, self.more = name, files, ask, more


def pick(rng, *choices):
    return choices[int(rng.integers(len(choices)))]


def some(rng, share, **params):
    """Each parameter with a chance of its own."""
    return {key: value for key, value in params.items() if rng.random() < share}


def decided(p):
    """Of probabilities: one of class 1 a row, or one a class a row."""
    return {"classes": (p > 0.5).astype(int), "scores": np.column_stack([1 - p, p])} if p.ndim == 1 else {"classes": p.argmax(axis=1), "scores": p}


def sklearn_said(model):
    def ask(rows):
        if hasattr(model, "classes_"):
            return {"classes": np.searchsorted(model.classes_, model.predict(rows)), "scores": model.predict_proba(rows)}
        return {"values": model.predict(rows)}
    return ask


def onnx_asked(path):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    inputs = session.get_inputs()
    dtype = {"tensor(float)": np.float32, "tensor(double)": np.float64}[inputs[0].type]

    def ask(rows):
        said = session.run(None, {inputs[0].name: rows.astype(dtype)})
        if len(said) == 1:
            return {"values": np.reshape(said[0], len(rows))}
        scores = np.array([list(row.values()) for row in said[1]], np.float32) if isinstance(said[1], list) else said[1]
        return {"classes": np.ravel(said[0]).astype(int), "scores": scores}
    return ask
