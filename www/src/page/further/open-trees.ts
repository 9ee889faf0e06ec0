/** The trees of the open model, once they are there. */
import type { State } from "../state/document/state.js";
import type { TreeData } from "../../types.js";

export const openTrees = ({ doc, trees }: Pick<State, "doc" | "trees">): TreeData | undefined => (trees?.model === doc.model?.id ? trees?.data : undefined);
