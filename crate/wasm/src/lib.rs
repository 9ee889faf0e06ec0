//! The border between the engine and JavaScript: handles, JSON documents, typed arrays. What they mean
//! is told by `www/src/engine/core.ts`, which is the only caller. After a panic the module must be
//! thrown away.

mod error;
mod model;
mod regions;
mod search;

pub use model::{check_document, foreign, LoadedModel};
pub use regions::Regions;
pub use search::RunningSearch;

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the engine. To be called first: it also has panics told to the console.
#[wasm_bindgen]
pub fn version() -> String {
    console_error_panic_hook::set_once();
    env!("CARGO_PKG_VERSION").to_owned()
}
