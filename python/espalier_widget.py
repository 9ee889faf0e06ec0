"""Espalier in notebooks, through anywidget.

    pip install anywidget
    npm run build            # makes pkg/anywidget.js, one file with the engine inside

    from espalier_widget import Explainer
    Explainer("pkg/anywidget.js", document=open("loan.json").read(), query={"Age": 39, "Income": 21000}, target="accepted")

Traits: `document` (a model file as text or bytes, of any format that Espalier reads), `schema`, `query`, `target`, `axes`, `subject`, `controls`,
`theme` as of the element; `answer` and `request` hold the answer and the question that are shown. Nothing leaves the notebook.
"""

import pathlib

import anywidget
import traitlets


class Explainer(anywidget.AnyWidget):
    document = traitlets.Union([traitlets.Unicode(), traitlets.Bytes()], default_value="").tag(sync=True)
    schema = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    query = traitlets.Union([traitlets.Dict(), traitlets.List()], allow_none=True, default_value=None).tag(sync=True)
    target = traitlets.Any(None, allow_none=True).tag(sync=True)
    axes = traitlets.Unicode("").tag(sync=True)
    subject = traitlets.Unicode("").tag(sync=True)
    controls = traitlets.Unicode("person map answer").tag(sync=True)
    theme = traitlets.Unicode("").tag(sync=True)
    answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    request = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, module, **traits):
        """`module` is the path of anywidget.js."""
        super().__init__(_esm=pathlib.Path(module).read_text(encoding="utf-8"), **traits)
