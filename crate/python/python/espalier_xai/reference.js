// Of each explainer in a notebook, so it is short; all else is in widgets that they share.
const shared = ({ model }, trait) => model.widget_manager.get_model(model.get(trait).slice("IPY_MODEL_".length));
async function render(it) {
  const [module, document] = await Promise.all([shared(it, "_module"), shared(it, "_document")]);
  const at = URL.createObjectURL(new Blob([module.get("loader")], { type: "text/javascript" }));
  const loader = await import(at);
  URL.revokeObjectURL(at);
  return loader.render(it, module, document);
}
export default { render };
