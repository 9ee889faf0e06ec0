"""The page that `to_html` writes, without a browser."""

import json
import pathlib
import re

import numpy as np
import pytest
from conftest import ROOT

import espalier_xai
from espalier_xai import BadInput, Explainer


def test_the_engine_stands_in_a_page_as_it_stands_in_the_module(tmp_path):
    """It is compressed and in base 85 already: a second time it would take more."""
    explainer = Explainer(ROOT / "www" / "public" / "examples" / "iris.json")
    row = [5.1, 3.5, 1.4, 0.2]
    digits = re.search('digits = "(.*)"', (pathlib.Path(espalier_xai.__file__).parent / "unpack.js").read_text(encoding="utf-8")).group(1)
    engine = "".join(np.random.default_rng(0).choice(list(digits), 120_000))
    module = tmp_path / "anywidget.js"
    sizes = []
    for quote in "`\"'":
        module.write_text(f"const engine = {quote}{engine}{quote}; export default {{}};")
        text = explainer.to_html(row, "virginica", module=module)
        assert text.count(engine) == 1
        sizes.append(len(text))
    module.write_text("export default {};")
    assert max(sizes) < len(explainer.to_html(row, "virginica", module=module)) + len(engine) + 200


def test_a_page_is_a_figure_where_one_is_named(tmp_path):
    """The figure is a property of the element, as its controls are; a property that it has not is refused by name."""
    explainer = Explainer(ROOT / "www" / "public" / "examples" / "iris.json")
    module = tmp_path / "anywidget.js"
    module.write_text("export default {};")
    row = [5.1, 3.5, 1.4, 0.2]
    text = explainer.to_html(row, "virginica", module=module, figure="shortest-way", axes=["Sepal length", "Sepal width"])
    question = json.loads(re.search('id="question">(.*?)</script>', text).group(1))
    assert (question["figure"], question["target"], question["query"]) == ("shortest-way", "virginica", row)
    assert json.loads(question["axes"]) == ["Sepal length", "Sepal width"]
    assert "figure" not in explainer.to_html(row, "virginica", module=module)
    with pytest.raises(BadInput, match="figures.*known are axes, subject, controls, figure, theme"):
        explainer.to_html(row, "virginica", module=module, figures="boxes")
