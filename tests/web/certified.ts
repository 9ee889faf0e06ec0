// Answers with certificates, and the verdicts of the independent check on them.
import { checker, type Verdict } from "../../www/src/check/index.js";
import { CoreModel } from "../../www/src/engine/core.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";

export interface Certificate {
  cost: number | null;
  cuts: number[][];
  proofs: string[];
}
export type Certified = Answer & { certificate: Certificate };

/** A model's answer to a request with a certificate. */
export function certified(document: object, request: object): { answer: Certified; check: (answer: unknown) => Verdict } {
  const model = CoreModel.load(new TextEncoder().encode(JSON.stringify(document)), "model.json");
  const asked = { ...request, certificate: true } as unknown as RequestDoc;
  const search = model.search(asked);
  while (!search.step(1000));
  const answer = search.answer(0) as Certified;
  search.free();
  model.free();
  const verdict = checker(document);
  return { answer, check: (given) => verdict(asked, given) };
}
