/** What a way is called. */
import type { Way } from "../state/state.js";
import { percent } from "./format.js";
import { words } from "./words.js";

export function wayText(way: Way): string {
  switch (way.kind) {
    case "cheapest":
      return words.way.cheapest;
    case "fewest":
      return words.way.fewest;
    case "safest":
      return words.way.safest(percent(way.probability ?? 0).replace(".0", ""));
    case "without":
      return words.way.without(way.feature ?? "");
    case "typical":
      return words.data.usual.way(way.share ?? 0);
    case "row":
      return words.way.row(way.row ?? null);
    case "other":
      return words.way.other;
  }
}
