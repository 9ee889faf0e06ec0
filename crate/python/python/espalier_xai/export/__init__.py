"""Writes fitted models as Espalier's JSON: `export(model, path, X=..., y=...)` for every library that the exporters know."""

from __future__ import annotations

import pathlib
import sys
from typing import Any, Dict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "scripts"))
import espalier_export as _trees  # noqa: E402
import espalier_isotree as _isotree  # noqa: E402
import espalier_slanted as _slanted  # noqa: E402

ExportError = _trees.ExportError
category_encoder = _trees.category_encoder


def export(model: Any, path: Any, **options: Any) -> Dict[str, Any]:
    """Write `model` to `path` (None writes nothing) and return the document as a dict. The options are those of the exporters."""
    library, part = type(model).__module__.split(".")[0], type(model).__module__.split(".")[1:2]
    if library == "isotree":
        return _isotree.export(model, path, **options)
    if library in ("keras", "tensorflow"):
        import espalier_keras

        return espalier_keras.export(model, path, **options)
    if part in _trees.LINEAR or (library == "treeple" and "Oblique" in type(model).__name__) or type(model).__name__ == "Pipeline":
        return _slanted.export(model, path, **options)
    return _trees.export(model, path, **options)
