/** The slice of a second model, whose border is drawn over the first one's regions: the one that is compared with it, or the first of those that must agree. */
import { numberOf } from "../document/identity.js";
import { referenceOf } from "../../../measure/target.js";
import type { Doc, OtherModel } from "../document/document.js";
import type { State } from "../document/state.js";
import { schemaDoc } from "../limits/file-limits.js";
import type { ModelHandle, Port } from "../port.js";
import type { Layer } from "./layers.js";

/** The second model and its name. */
function other({ target, others: [first] }: Doc): Pick<OtherModel, "file" | "document"> | undefined {
  const compared = referenceOf(target);
  return compared ? { file: "", document: compared.difference } : first;
}

export function about({ doc }: State): string | null {
  const found = other(doc);
  return doc.model && found ? `${doc.model.id} ${numberOf(found.document)}` : null;
}

/** By the port that loads it. It reads the columns as the open model does. */
export function second(port: Port): Layer<"second"> {
  let loaded: { key: string | null; handle: Promise<ModelHandle> } | null = null;
  return {
    slot: "second",
    about,
    ask: async (_, state, slice) => {
      const { model } = state.doc;
      const found = other(state.doc);
      if (!model || !found) return null;
      const key = about(state);
      if (loaded?.key !== key) {
        loaded?.handle.then((handle) => handle.free(), () => undefined);
        const bytes = new TextEncoder().encode(JSON.stringify(found.document)).buffer;
        loaded = { key, handle: port.load(bytes, { name: found.file, schema: schemaDoc(model.info) }) };
      }
      return { data: await (await loaded.handle).regions(slice), name: found.file };
    },
  };
}
