/** The element for React: defined, and known to JSX with its properties and events. */
import type { ClassAttributes, HTMLAttributes } from "react";
import type { EspalierExplainer } from "./page/element/define.js";
import type { ExplainerEvents } from "./page/element/events.js";

export { EspalierExplainer } from "./page/element/define.js";

/** Properties that are attributes too; each may also be the attribute's text. */
type Settable = "model" | "schema" | "query" | "target" | "axes" | "subject" | "controls" | "examples" | "fragment" | "theme";

/** Properties of `<espalier-explainer>` in JSX: the element's own, and a listener an event, such as `onespalier-answer`. */
export type ExplainerProps = HTMLAttributes<EspalierExplainer> &
  ClassAttributes<EspalierExplainer> &
  { [Name in Settable]?: EspalierExplainer[Name] | (Name extends "fragment" ? never : string) | undefined } & { [Name in keyof ExplainerEvents as `on${Name}`]?: ((event: ExplainerEvents[Name]) => void) | undefined };

declare module "react" {
  // JSX finds its elements in this namespace alone.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      "espalier-explainer": ExplainerProps;
    }
  }
}
