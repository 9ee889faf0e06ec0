
/** The modules that this page has evaluated, by digest, for every notebook in it. */
const modules = (globalThis[Symbol.for("espalier-xai")] ??= new Map());

function moduleOf(shared) {
  const digest = shared.get("digest");
  if (!modules.has(digest)) {
    modules.set(digest, evaluated(shared.get("packed"), shared.get("engine")));
    modules.get(digest).catch(() => modules.delete(digest));
  }
  return modules.get(digest);
}

/** Shows an explainer by the widgets that it shares with others: of the module, and of the document. */
export async function render({ model, el }, ofModule, ofDocument) {
  const [module, document] = await Promise.all([moduleOf(ofModule), unpacked(ofDocument.get("packed"))]);
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
