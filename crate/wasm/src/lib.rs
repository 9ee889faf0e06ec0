//! The border between the engine and JavaScript: handles, plain documents, typed arrays. No logic of its own.

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
