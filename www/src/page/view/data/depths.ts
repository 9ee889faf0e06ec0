/** How usual the places of the map are, as the map is given it. */
import type { FeatureInfo } from "../../../types.js";
import type { State } from "../../state/document/state.js";
import type { MapDepths } from "../../../plot/contract.js";

const made = new WeakMap<NonNullable<State["depths"]>, Map<string, MapDepths>>();

/** The same object as long as nothing of it changes, so that the map need not draw it anew. */
export function depthsOf({ doc, depths }: State, x: FeatureInfo, y: FeatureInfo): MapDepths | null {
  if (depths?.data.regions.x.feature !== x.name || depths.data.regions.y.feature !== y.name) return null;
  if (doc.typical === null && !doc.usual) return null;
  const key = JSON.stringify([doc.typical, doc.usual]);
  const known = made.get(depths) ?? new Map<string, MapDepths>();
  made.set(depths, known);
  const at = doc.typical === null ? -1 : depths.shares.indexOf(doc.typical);
  const found = known.get(key) ?? { regions: depths.data.regions, lengths: depths.data.least, needed: at < 0 ? null : at + 1, shades: doc.usual };
  known.set(key, found);
  return found;
}
