"""Writes fitted models as Espalier's JSON.

    from espalier_xai.export import export

    export(model, "model.json", X=X_train, y=y_train)

or, of a model that joblib or pickle has kept: python -m espalier_xai export model.joblib model.json --rows rows.csv

export(model, path, X=None, y=None, ...) -> the document as a dict. `model` is of one of these, and its exporter has the options:
  trees.py    scikit-learn's trees and ensembles of trees, its isolation forests
  slanted.py  scikit-learn's linear models and networks, pipelines of scalers and one of these; treeple's oblique trees and forests
  keras.py    networks of Keras
  isotree.py  isotree's isolation forests
The exporters need no library but the one that trained the model, and not Espalier's engine. XGBoost, LightGBM and CatBoost write files that Espalier reads as they are.
"""
from . import trees
from .trees import ExportError, category_encoder

__all__ = ["ExportError", "category_encoder", "export", "exporter_of"]


def exporter_of(model):
    """The exporter that knows the model's library, as a module; that for trees where none does, which says so."""
    library, part = type(model).__module__.split(".")[0], type(model).__module__.split(".")[1:2]
    kind = type(model).__name__
    if library == "isotree":
        from . import isotree as found
    elif library in ("keras", "tensorflow") or kind == "Network":
        from . import keras as found
    elif part in trees.LINEAR or kind == "Pipeline" or (library == "treeple" and "Oblique" in kind):
        from . import slanted as found
    else:
        found = trees
    return found


def export(model, path, **options):
    """Write `model` to `path` (None writes nothing) and return the document as a dict.

    The options are X, y, feature_names, classes, schema, background_rows, isolation_forest and missing, as far as the model's exporter has them (see trees.export).
    Raises ExportError with the reason and a remedy where the model cannot be written.
    """
    return exporter_of(model).export(model, path, **options)
