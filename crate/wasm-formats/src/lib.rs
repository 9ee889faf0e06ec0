//! The loaders of other libraries' formats, in a module of their own: it is fetched where such a file is opened, and
//! the engine itself stays small. What it gives is Espalier's JSON. After a panic the module must be thrown away.

use espalier_documents::formats::{load, write};
use espalier_documents::wire::{resolve_for, SchemaDoc};
use espalier_documents::Refusal;
use wasm_bindgen::prelude::wasm_bindgen;

/// A model file as Espalier's JSON.
#[wasm_bindgen]
pub struct Converted {
    json: Vec<u8>,
    format: String,
}

#[wasm_bindgen]
impl Converted {
    /// What the file was, as people say it.
    pub fn format(&self) -> String {
        self.format.clone()
    }

    /// The document; it can be taken once.
    pub fn json(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.json)
    }
}

/// Has panics told to the console. To be called first.
#[wasm_bindgen]
pub fn ready() {
    console_error_panic_hook::set_once();
}

/// Reads a model file of any format and writes it as Espalier's JSON; `name` is for messages. A schema given besides
/// (JSON text) takes the place of the file's own.
///
/// # Errors
/// An `InputError` about the model or the schema, as JSON text.
#[wasm_bindgen]
pub fn convert(bytes: &[u8], name: &str, schema: Option<String>) -> Result<Converted, String> {
    let mut model = load(bytes).map_err(|e| Refusal::model(name, &e).to_json())?;
    if let Some(text) = schema {
        let refuse = |e| Refusal::wire("schema", &e).to_json();
        let doc = SchemaDoc::from_json(&text).map_err(refuse)?;
        model.schema = resolve_for(&doc, &model).map_err(refuse)?;
    }
    Ok(Converted { json: write(&model), format: model.origin.format })
}
