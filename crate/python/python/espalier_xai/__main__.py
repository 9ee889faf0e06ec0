"""python -m espalier_xai export MODEL OUT [--rows ROWS] [--label COLUMN]

Writes a fitted model as Espalier's JSON.

  MODEL           a file of joblib or pickle with the fitted model, or with a Pipeline, which may need ROWS. Such a file may run any program: open only your
                  own. Or a JSON of a Keras network, {"config": .., "weights": [..]}, which may hold "rows" and "classes" too
  OUT             where to write the document
  --rows ROWS     a csv with a header: the table that the model was fitted to, for ranges and background rows (needs pandas)
  --label COLUMN  the column of ROWS that holds each row's target
  --help          this text; with `export --help` also the models that are written
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Dict, List, Optional


def main(argv: Optional[List[str]] = None) -> int:
    given = sys.argv[1:] if argv is None else argv
    if not given or given[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if given else 2
    if given[0] != "export":
        print(f"espalier_xai: unknown command {given[0]!r}; give export", file=sys.stderr)
        return 2
    if given[1:2] in ([], ["-h"], ["--help"]):
        from .export import slanted, trees

        print(__doc__.strip(), trees.__doc__.strip(), slanted.__doc__.strip(), sep="\n\n")
        return 0 if given[1:] else 2
    parser = argparse.ArgumentParser(prog="python -m espalier_xai export", add_help=False)
    for name in ("model", "out"):
        parser.add_argument(name)
    for name in ("--rows", "--label"):
        parser.add_argument(name)
    options = parser.parse_args(given[1:])
    from ._errors import EspalierError
    from .export import ExportError, export

    try:
        more: Dict[str, Any] = {}
        if options.model.endswith(".json"):
            from .export.keras import Network

            with open(options.model, encoding="utf-8") as file:
                said = json.load(file)
            if not isinstance(said, dict) or not {"config", "weights"} <= set(said):
                raise ExportError("a JSON here is that of a Keras network, {\"config\": .., \"weights\": [..]}; give that, or a file of joblib or pickle")
            model = Network(said["config"], said["weights"])
            more = {"X": said.get("rows"), "classes": said.get("classes")}
        else:
            model = _loaded(options.model)
        if options.rows is not None:
            import pandas

            rows = pandas.read_csv(options.rows)
            if options.label is not None:
                if options.label not in rows.columns:
                    raise ExportError(f"{options.rows} has no column {options.label!r}; its columns are {', '.join(map(str, rows.columns[:12]))}")
                more["y"] = rows.pop(options.label)
            more["X"] = rows
        if hasattr(model, "named_steps"):
            _export_pipeline(model, options.out, **more)
        else:
            export(model, options.out, **more)
    except OSError as error:
        print(f"espalier_xai: {error.filename}: {error.strerror}" if error.filename is not None else f"espalier_xai: {error}", file=sys.stderr)
        return 2
    except (ExportError, EspalierError, ImportError, json.JSONDecodeError) as error:
        print(f"espalier_xai: {options.model}: {error}", file=sys.stderr)
        return 2
    return 0


def _export_pipeline(model: Any, out: str, X: Any = None, y: Any = None) -> None:
    """Writes a pipeline on the columns of X, which its steps transform. Without X only scalers before a weighted sum are known."""
    from ._explainer import Explainer
    from .export import ExportError, export

    if X is None:
        try:
            export(model, out)
        except ExportError as error:
            raise ExportError(f"{error}. A Pipeline of other steps is written on the columns of the table that it takes; give that with --rows") from None
        return
    document = Explainer(model, X, y).document()
    with open(out, "wb") as file:
        file.write(document)


def _loaded(path: str) -> object:
    """The object in a file of joblib or pickle."""
    from .export import ExportError

    try:
        try:
            import joblib
        except ImportError:
            import pickle

            with open(path, "rb") as file:
                return pickle.load(file)
        return joblib.load(path)
    except (OSError, ImportError):
        raise
    except Exception as error:  # a broken file, or an object of another version, fails in many ways
        raise ExportError(f"it cannot be opened as a file of joblib or pickle ({type(error).__name__}: {error}); keep the fitted model by joblib.dump, with the same versions of the libraries") from None


if __name__ == "__main__":
    sys.exit(main())
