"""The element as a notebook's widget.

Jupyter keeps the state of every widget whole: in the kernel, in the page, in a notebook that is saved with its widgets and in the html that is made of it. So the
element's module, of 1.4 MB, and the model stand in widgets of their own, compressed, once a notebook; every explainer refers to them and itself holds half a kB.
marimo closes a widget with the cell that made it, and serves a widget's module as a file. There each explainer has both for itself, but in html that it writes.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from typing import Any, Callable, Dict, Tuple

from ._errors import Unsupported
from ._page import module_text, packed, parted, question, script

#: Widgets that explainers share, by the digest of their bytes.
_shared: Dict[str, Any] = {}


@functools.lru_cache(maxsize=None)
def _classes() -> Tuple[Any, Any, Any]:
    """The classes of widgets: a shared part, an explainer that refers to shared parts, and one that has everything for itself."""
    try:
        import anywidget
        import ipywidgets
        import traitlets
    except ImportError:
        raise Unsupported("notebooks need anywidget, which is not installed; pip install anywidget, or use to_html") from None

    class Shared(ipywidgets.Widget):  # type: ignore[misc]
        digest = traitlets.Unicode("").tag(sync=True)
        packed = traitlets.Unicode("").tag(sync=True)
        engine = traitlets.Unicode("").tag(sync=True)
        loader = traitlets.Unicode("").tag(sync=True)

    class Explained(anywidget.AnyWidget):  # type: ignore[misc]
        _esm = traitlets.Unicode("").tag(sync=True)
        schema = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        query = traitlets.Union([traitlets.Dict(), traitlets.List()], allow_none=True, default_value=None).tag(sync=True)
        target = traitlets.Any(None, allow_none=True).tag(sync=True)
        axes = traitlets.Unicode("").tag(sync=True)
        subject = traitlets.Unicode("").tag(sync=True)
        controls = traitlets.Unicode("person map answer").tag(sync=True)
        figure = traitlets.Unicode("").tag(sync=True)
        theme = traitlets.Unicode("").tag(sync=True)
        answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        request = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

        def __repr__(self) -> str:
            return "<an explainer of Espalier; its cell has to be run again where nothing is shown>"

    class Referring(Explained):
        _module = traitlets.Instance(Shared).tag(sync=True, **ipywidgets.widget_serialization)
        _document = traitlets.Instance(Shared).tag(sync=True, **ipywidgets.widget_serialization)

    class Whole(Explained):
        document = traitlets.Bytes(b"").tag(sync=True)

    return Shared, Referring, Whole


def _share(data: bytes, parts: Callable[[bytes], Dict[str, str]]) -> Any:
    """The widget with these bytes, which holds them in these parts; a new one where there is none, or where it was closed."""
    digest = hashlib.sha256(data).hexdigest()
    held = _shared.get(digest)
    if held is None or held.comm is None:
        Shared, _, _ = _classes()
        held = _shared[digest] = Shared(digest=digest, **parts(data))
    return held


def _module(code: bytes) -> Dict[str, str]:
    """The parts of the element's module."""
    text, engine = parted(code)
    return {"packed": text, "engine": engine, "loader": script("unpack.js") + script("loader.js")}


def _document(data: bytes) -> Dict[str, str]:
    """The parts of a model."""
    return {"packed": packed(data)}


def _closes_with_its_cell() -> bool:
    """Whether marimo shows the notebook, and so closes a widget with its cell. Where it only writes html, every cell runs once and nothing is closed."""
    marimo = sys.modules.get("marimo")
    if marimo is None or not marimo.running_in_notebook():
        return False
    try:
        from marimo._runtime.context import get_context

        # It serves files where it shows the notebook. No public name of marimo says as much.
        return bool(get_context().virtual_files_supported)
    except (ImportError, AttributeError):
        return True


def widget(explainer: Any, row: Any, target: Any, module: Any, traits: Dict[str, Any]) -> Any:
    """The widget."""
    _, Referring, Whole = _classes()
    asked = question(explainer, row, target, traits)
    code = module_text(module)
    if _closes_with_its_cell():
        return Whole(_esm=code.decode("utf-8"), document=explainer.document(), **asked)
    return Referring(_esm=script("reference.js"), _module=_share(code, _module), _document=_share(explainer.document(), _document), **asked)
