"""Write a Keras network of ReLU layers as Espalier's model JSON.

    from espalier_xai.export import export
    export(model, "model.json", X=X_train, y=y_train, classes=["no", "yes"])

or without Keras, from a file {"config": .., "weights": [..]}, where "config" is `model.to_json()` (the text or the object in it) and "weights" the
arrays of `model.get_weights()` as lists, in their order:

    json.dump({"config": json.loads(model.to_json()), "weights": [w.tolist() for w in model.get_weights()]}, open("network.json", "w"))
    python -m espalier_xai export network.json model.json

It needs numpy alone. Tried with Keras 3.15.

Supported: a Sequential model, or a functional one that is a chain, of Dense layers with the activation relu or linear, ReLU and Activation layers of these,
  InputLayer, Dropout and Flatten. The last Dense layer ends in softmax, in sigmoid (one number: the probability of the second of two classes), or in linear
  (one number: the value).
Not supported, with the reason: other layers and activations; more than one target. Normalise the inputs outside of the model, or fold it into the first layer.

Keras adds up in single precision, in an order that its processor decides. Answers keep so far away from borders that no order of adding decides.
"""
import json
import sys

import numpy as np

from .slanted import layered
from .trees import ExportError, finish

ENDS = {"softmax": "softmax", "sigmoid": "logistic", "linear": "none"}


class Network:
    """The layers of a network: (weights with a row a neuron, constants, whether a ReLU follows), and the link behind them."""

    def __init__(self, config, weights):
        config = json.loads(config) if isinstance(config, str) else config
        arrays = [np.asarray(w, dtype=np.float32).astype(float) for w in weights]
        self.layers, end = [], "linear"
        for layer in config["config"]["layers"]:
            kind, own = layer["class_name"], layer["config"]
            if kind in ("InputLayer", "Dropout", "Flatten"):
                continue
            if end not in ("linear", "relu"):
                raise ExportError(f"the layer {own.get('name')!r} stands behind the activation {end!r}; only the last layer can have it")
            if kind == "Dense":
                count = 2 if own.get("use_bias", True) else 1
                if len(arrays) < count:
                    raise ExportError(f"there are too few weights: those of the layer {own.get('name')!r} are missing; give all of model.get_weights()")
                matrix = arrays.pop(0).T
                constants = arrays.pop(0) if count == 2 else np.zeros(len(matrix))
                if matrix.ndim != 2 or constants.shape != (len(matrix),) or self.layers and matrix.shape[1] != len(self.layers[-1][0]):
                    raise ExportError(f"the weights of the layer {own.get('name')!r} do not fit; give model.get_weights() in their order")
                self.layers.append([matrix, constants, False])
                end = name_of(own.get("activation", "linear"))
            elif kind == "Activation":
                end = name_of(own["activation"])
            elif kind == "ReLU" and not own.get("max_value") and not own.get("negative_slope") and not own.get("threshold"):
                end = "relu"
            elif kind == "Softmax":
                end = "softmax"
            else:
                raise ExportError(f"a layer {kind} cannot be exported; Dense, ReLU, Activation, Dropout and Flatten can")
            if not self.layers:
                raise ExportError(f"the layer {own.get('name')!r} stands before all weights; a Dense layer comes first")
            if end == "relu":
                self.layers[-1][2] = True
            elif end not in ENDS:
                raise ExportError(f"the activation {end!r} is not piecewise linear; train with relu")
        if arrays or not self.layers:
            raise ExportError(f"{len(arrays)} of the weights belong to no layer; give model.get_weights() of this very model")
        outputs = len(self.layers[-1][0])
        if end == "relu":
            raise ExportError("the last layer ends in relu; end in softmax, sigmoid or linear")
        if end != "softmax" and outputs != 1:
            raise ExportError(f"the network ends in {outputs} numbers without a softmax; of several targets, export a model each")
        if end == "softmax" and outputs == 1:
            raise ExportError("a softmax of one number is always 1; end in sigmoid")
        self.link = ENDS[end]
        self.kind = "regressor" if self.link == "none" else "classifier"
        self.classes_ = np.arange(max(outputs, 2))

    def joined(self):
        """The layers with those before a layer without a ReLU between folded into it."""
        joined = []
        for weights, constants, rectified in self.layers:
            if joined and not joined[-1][2]:
                before, shift, _ = joined.pop()
                weights, constants = weights @ before, weights @ shift + constants
            joined.append((weights, constants, rectified))
        return [layer[:2] for layer in joined]

    def predict(self, rows):
        """Probabilities, or the value, in double precision."""
        at = np.asarray(rows, dtype=np.float32).astype(float)
        for weights, constants, rectified in self.layers:
            at = at @ weights.T + constants
            at = np.maximum(at, 0) if rectified else at
        if self.link == "none":
            return at
        if self.link == "logistic":
            return np.hstack([1 / (1 + np.exp(at)), 1 / (1 + np.exp(-at))])
        powers = np.exp(at - at.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


def name_of(activation):
    """An activation's name; Keras writes one of its own as a name, others as an object."""
    return activation if isinstance(activation, str) else activation.get("config", activation.get("class_name"))


def export(model, path, X=None, y=None, feature_names=None, classes=None, schema=None, background_rows=200):
    """Write a Keras model, or a `Network`, to `path` and return the document as a dict. The arguments are those of trees.export."""
    network = model if isinstance(model, Network) else Network(model.to_json(), model.get_weights())
    document = layered(network.kind, network.joined(), network.link)
    document |= {"input": "float32", "arithmetic": "onnxruntime", "library": "Keras"}
    if X is not None and network is not model:
        some = np.asarray(X)[:50]
        own, truth = network.predict(some), np.asarray(model.predict(some, verbose=0), dtype=float)
        truth = np.hstack([1 - truth, truth]) if network.link == "logistic" else truth
        if np.abs(own - truth).max() > 1e-4 * max(1.0, np.abs(truth).max()):
            raise ExportError("the exported network predicts otherwise than the model; this Keras computes in a way that the exporter does not know")
    return finish(network, document, path, X=X, y=y, feature_names=feature_names, classes=classes, schema=schema,
                  background_rows=background_rows, expected=network.predict)
