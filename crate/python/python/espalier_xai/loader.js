// Each explainer of a notebook holds this text. The module with the engine, and the model, come from the widgets that all of them share.
const REFERENCE = "IPY_MODEL_";

/** The modules that this page has evaluated, by digest, for every notebook in it. */
const modules = (globalThis[Symbol.for("espalier-xai")] ??= new Map());

const sharedOf = (model, trait) => model.widget_manager.get_model(model.get(trait).slice(REFERENCE.length));

function unpacked(shared) {
  const bytes = Uint8Array.from(atob(shared.get("packed")), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function evaluated(shared) {
  const address = URL.createObjectURL(new Blob([await unpacked(shared).text()], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function moduleOf(shared) {
  const digest = shared.get("digest");
  if (!modules.has(digest)) {
    modules.set(digest, evaluated(shared));
    modules.get(digest).catch(() => modules.delete(digest));
  }
  return modules.get(digest);
}

async function render({ model, el }) {
  const [module, document] = await Promise.all([sharedOf(model, "_module").then(moduleOf), sharedOf(model, "_document").then((shared) => unpacked(shared).text())]);
  return module.default.render({
    model: {
      get: (trait) => (trait === "document" ? document : model.get(trait)),
      set: (trait, value) => model.set(trait, value),
      save_changes: () => model.save_changes(),
      on: (event, run) => model.on(event, run),
      off: (event, run) => model.off(event, run),
    },
    el,
  });
}

export default { render };
