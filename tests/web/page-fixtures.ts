/** A small made-up model for tests of the page's state: described, never computed. */
import type { Answer, FeatureInfo, ModelInfo, RequestDoc } from "../../www/src/types.js";
import { openModel } from "../../www/src/page/state/editing/actions.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import type { Doc, OtherModel } from "../../www/src/page/state/document/document.js";

const feature = (part: Partial<FeatureInfo> & Pick<FeatureInfo, "name" | "kind" | "columns" | "min" | "max">): FeatureInfo => ({
  change: "free",
  weight: { up: 1, down: 1 },
  thresholds: [],
  missing: false,
  ...part,
});

export const amount = feature({ name: "Credit amount", kind: "numeric", columns: [0], min: 250, max: 18_424, unit: "DM", decimals: 0, thresholds: [2899.5, 3345.5, 4000.25] });
export const duration = feature({ name: "Duration", kind: "integer", columns: [1], min: 4, max: 72, unit: "months", thresholds: [11.5, 33.5, 47.5] });
export const checking = feature({ name: "Checking account", kind: "ordinal", columns: [2], min: 0, max: 3, labels: ["below 0 DM", "0 to 199 DM", "200 DM or more"], values: [0, 1, 3] });
export const purpose = feature({ name: "Purpose", kind: "categorical", columns: [3, 4, 5], min: 0, max: 1, labels: ["car", "business", "repairs"] });
export const phone = feature({ name: "Phone", kind: "binary", columns: [6], min: 0, max: 1, labels: ["no", "yes"], values: [0, 1] });

export const info: ModelInfo = {
  format: "espalier",
  bytes: 1000,
  kind: "classifier",
  columns: 7,
  trees: 60,
  depth: 5,
  leaves: 600,
  oblique: false, linear_leaves: false,
  isolation_forest: false,
  missing: false,
  features: [amount, duration, checking, purpose, phone],
  classes: ["refused", "accepted"],
  rows: 0,
};

/** A second model, which has this part in the question. */
export const otherModel = (file: string, document: Record<string, unknown> = { format: "espalier" }, part = "", value: [number, number] = [0, Infinity], classes: readonly string[] = info.classes): OtherModel => ({ file, document, classes, part, value });

export const person = [4308, 48, 0, 0, 1, 0, 0];

export const doc: Doc = openModel({ id: 1, title: "German credit", subject: "you", source: { from: "example", id: "credit" }, info, schema: null, guess: null, fileLimits: new Map() }, person, null, { class: 1 }, null);

export type AskedModel = ModelHandle & { asked: RequestDoc[] };

/** A model that answers as told, keeps the requests that it gets, and accepts every row. */
export function modelThat(answers: (request: RequestDoc) => Answer, rest: Partial<ModelHandle> = {}): AskedModel {
  const asked: RequestDoc[] = [];
  return {
    asked,
    info,
    explain: (request: RequestDoc) => {
      asked.push(request);
      return Promise.resolve(answers(request));
    },
    predict: (rows: number[][]) => Promise.resolve(rows.map(() => ({ class: 1, scores: [0.4, 0.6], raw: [] }))),
    ...rest,
  } as unknown as AskedModel;
}
