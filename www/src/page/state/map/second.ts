/** The slice of a second model, whose border is drawn over the first one's regions: the first of those that must agree. */
import { numberOf } from "../document/identity.js";
import type { State } from "../document/state.js";
import { schemaDoc } from "../limits/relax.js";
import type { ModelHandle, Port } from "../port.js";
import type { Layer } from "./layers.js";

export const about = ({ doc: { model, others } }: State): string | null => (model && others[0] ? `${model.id} ${numberOf(others[0].document)}` : null);

/** By the port that loads it. It reads the columns as the open model does. */
export function second(port: Port): Layer<"second"> {
  let loaded: { key: string | null; handle: Promise<ModelHandle> } | null = null;
  return {
    slot: "second",
    about,
    ask: async (_, state, slice) => {
      const { model, others: [other] } = state.doc;
      if (!model || !other) return null;
      const key = about(state);
      if (loaded?.key !== key) {
        loaded?.handle.then((handle) => handle.free(), () => undefined);
        const bytes = new TextEncoder().encode(JSON.stringify(other.document)).buffer;
        loaded = { key, handle: port.load(bytes, { name: other.file, schema: schemaDoc(model.info) }) };
      }
      return { data: await (await loaded.handle).regions(slice), name: other.file };
    },
  };
}
