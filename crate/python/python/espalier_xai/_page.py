"""The element in a page of its own, and in notebooks."""

from __future__ import annotations

import base64
import json
import os
import pathlib
from typing import Any, Dict, Union

from ._errors import BadInput, Unsupported

#: The element's properties that a page or a widget may set beside the model and the question.
TRAITS = ("axes", "subject", "controls", "theme")

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title>
<style>html, body { height: 100%%; margin: 0 } espalier-explainer { display: block; min-height: 100%% }</style>
<espalier-explainer></espalier-explainer>
<script type="application/json" id="question">%(question)s</script>
<script type="text/plain" id="model">%(model)s</script>
<script type="text/plain" id="module">%(module)s</script>
<script type="module">
  const text = (id) => document.getElementById(id).textContent;
  const bytes = (id) => Uint8Array.from(atob(text(id)), (letter) => letter.charCodeAt(0));
  const address = (parts, type) => URL.createObjectURL(new Blob([parts], { type }));
  await import(address(bytes("module"), "text/javascript"));
  const element = document.querySelector("espalier-explainer");
  Object.assign(element, JSON.parse(text("question")), { model: address(bytes("model"), "application/json") });
</script>
</html>
"""


def module_text(module: Union[None, str, "os.PathLike[str]"]) -> bytes:
    """The text of the element's module: the one that is given, or the wheel's."""
    path = pathlib.Path(module) if module is not None else pathlib.Path(__file__).parent / "web" / "anywidget.js"
    try:
        return path.read_bytes()
    except OSError:
        if module is not None:
            raise BadInput(f"module: {os.fspath(module)} cannot be read; give the path of pkg/anywidget.js or pkg/inline.js, which `npm run build` makes") from None
        raise Unsupported("this build of espalier-xai has no page inside; give module=\"pkg/anywidget.js\", which `npm run build` makes") from None


def question(explainer: Any, row: Any, target: Any, traits: Dict[str, Any]) -> Dict[str, Any]:
    """The element's properties for a row and a target."""
    strange = next((name for name in traits if name not in TRAITS), None)
    if strange is not None:
        raise BadInput(f"there is no property {strange!r}; known are {', '.join(TRAITS)}")
    asked = explainer.request(row, target)
    wanted = asked["target"]
    names = explainer.info.get("classes", [])
    said = names[wanted["class"]] if set(wanted) == {"class"} else wanted
    if isinstance(traits.get("axes"), (list, tuple)):
        traits = {**traits, "axes": json.dumps([str(name) for name in traits["axes"]])}
    return {"query": asked["query"], "target": said, **{name: value for name, value in traits.items() if value is not None}}


def html(explainer: Any, row: Any, target: Any, module: Any, traits: Dict[str, Any]) -> str:
    """The page."""
    def inside(value: Any) -> str:
        return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c")

    def packed(data: bytes) -> str:
        return base64.b64encode(data).decode("ascii")

    return PAGE % {"title": "Espalier", "question": inside(question(explainer, row, target, traits)), "model": packed(explainer.document()), "module": packed(module_text(module))}


def widget(explainer: Any, row: Any, target: Any, module: Any, traits: Dict[str, Any]) -> Any:
    """The widget."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise Unsupported("notebooks need anywidget, which is not installed; pip install anywidget, or use to_html") from None

    class Widget(anywidget.AnyWidget):  # type: ignore[misc]
        _esm = module_text(module).decode("utf-8")
        document = traitlets.Bytes(b"").tag(sync=True)
        schema = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        query = traitlets.Union([traitlets.Dict(), traitlets.List()], allow_none=True, default_value=None).tag(sync=True)
        target = traitlets.Any(None, allow_none=True).tag(sync=True)
        axes = traitlets.Unicode("").tag(sync=True)
        subject = traitlets.Unicode("").tag(sync=True)
        controls = traitlets.Unicode("person map answer").tag(sync=True)
        theme = traitlets.Unicode("").tag(sync=True)
        answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        request = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    return Widget(document=explainer.document(), **question(explainer, row, target, traits))
