// Every entry's types as Node resolves them, checked to the last declaration.
import { loadModel, BadInput, type Answer, type Model, type RequestDoc } from "espalier";
import { EspalierExplainer, type ExplainerEvents } from "espalier/element";
import { checker, type Verdict } from "espalier/check";
import * as one from "espalier/espalier.js";
import * as inside from "espalier/inline";
import widget from "espalier/anywidget";
import type { ExplainerProps } from "espalier/react";
import "espalier/worker";

const model: Model = await loadModel(new URL("stump.json", import.meta.url));
const same: Model = await one.loadModel("stump.json");
const request: Omit<RequestDoc, "query"> = { target: { class: 1 } };
for await (const answer of model.explainMany([[3, 20], { Income: 3 }], request, { onProgress: (done: number) => done })) {
  const known: Answer = answer;
  console.log(known.counterfactuals[0]?.changes[0]?.feature);
}
// @ts-expect-error the query is each one's own
model.explainMany([[3, 20]], { query: [3, 20], target: { class: 1 } });

// One class, whichever entry names it.
const explainer: EspalierExplainer = new one.EspalierExplainer();
const other: EspalierExplainer = new inside.EspalierExplainer();
explainer.addEventListener("espalier-error", ({ detail }) => detail.message.trim());
document.querySelector("espalier-explainer")?.answer?.counterfactuals.length;
const props: ExplainerProps = { model: "stump.json", query: [3, 20], "onespalier-query": ({ detail }) => detail.target };
const verdict: Verdict = checker({})({}, {});
const event: keyof ExplainerEvents = "espalier-answer";
console.log(same, other, props, verdict, event, widget.render, new BadInput({ message: "", source: "", what: "" }).input);
