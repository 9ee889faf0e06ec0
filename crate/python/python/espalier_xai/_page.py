"""The element in a page of its own."""

from __future__ import annotations

import base64
import gzip
import json
import os
import pathlib
import re
from typing import Any, Dict, Tuple, Union

from ._errors import BadInput, Unsupported

#: The element's properties that a page or a widget may set beside the model and the question.
TRAITS = ("axes", "subject", "controls", "figure", "theme")

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
<script type="text/plain" id="engine">%(engine)s</script>
<script type="module">
%(unpack)s
const text = (id) => document.getElementById(id).textContent;
await evaluated(text("module"), text("engine"));
const element = document.querySelector("espalier-explainer");
Object.assign(element, JSON.parse(text("question")), { model: URL.createObjectURL(new Blob([await unpacked(text("model"))], { type: "application/json" })) });
</script>
</html>
"""

#: The digits of base64.b85encode, and those of www/src/engine/base85.ts, which nothing has to escape in JSON or HTML.
DIGITS = bytes.maketrans(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
                         b"!#%()*+,-.0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz|}~")
#: The engine in the text of the element's module: compressed and in base 85 already, so that it is not compressed again. Nothing else is as long.
ENGINE = re.compile(rb'''(?<=["'`])[!#%()*+,\-.0-9:;=>?@A-Z\[\]^_a-z|}~]{100000,}(?=["'`])''')
#: Stands for the engine where it was taken out. unpack.js puts it back.
PLACE = b"ENGINE-STANDS-HERE"


def script(name: str) -> str:
    """The text of a script beside this file."""
    return (pathlib.Path(__file__).parent / name).read_text(encoding="utf-8")


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


def packed(data: bytes) -> str:
    """Bytes as text, compressed, in base 85. The same bytes give the same text."""
    return base64.b85encode(gzip.compress(data, 9, mtime=0)).translate(DIGITS).decode("ascii")


def parted(code: bytes) -> Tuple[str, str]:
    """The element's module, packed, and its engine, which stands apart: as text it takes 0.05 MB less so than compressed a second time."""
    found = ENGINE.search(code)
    if found is None:
        return packed(code), ""
    return packed(code[: found.start()] + PLACE + code[found.end() :]), found.group().decode("ascii")


def html(explainer: Any, row: Any, target: Any, module: Any, traits: Dict[str, Any]) -> str:
    """The page."""
    def inside(value: Any) -> str:
        return json.dumps(value, ensure_ascii=True).replace("<", "\\u003c")

    code, engine = parted(module_text(module))
    return PAGE % {"title": "Espalier", "question": inside(question(explainer, row, target, traits)), "model": packed(explainer.document()), "module": code,
                   "engine": engine, "unpack": script("unpack.js")}
