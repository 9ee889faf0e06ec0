/** Claims about answers in hulls: another cost than the engine's, and damage to proofs and directions. */
import type { Certified } from "./certified.js";
import { below, one, random } from "./random-sums.js";

export type InHull = Certified & { certificate: { hull: number[][][] } };

/** The answer with another claim. */
export const claiming = (answer: Certified, cost: number): InHull =>
  ({ ...answer, counterfactuals: answer.counterfactuals.map((c) => ({ ...c, cost })), certificate: { ...structuredClone(answer.certificate), cost, proved: undefined } }) as unknown as InHull;

/** Changes a direction, or a bit of the proof. */
export function damage({ certificate }: InHull): void {
  const directions = certificate.hull.flat();
  if (random() < 0.5 && directions.length > 0) {
    const y = one(directions);
    const j = below(y.length);
    y[j] = one([2 * random() - 1, -y[j]!, y[j]! * (1 + 1e-6 * random()), 1e308, -1e308, 1e-320, 1e12 * y[j]!]);
    return;
  }
  const at = below(certificate.proofs.length);
  const bytes = Uint8Array.from(atob(certificate.proofs[at]!), (c) => c.charCodeAt(0));
  bytes[below(bytes.length)]! ^= 1 << below(8);
  certificate.proofs[at] = btoa(String.fromCharCode(...bytes));
}
