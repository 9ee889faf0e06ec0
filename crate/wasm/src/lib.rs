//! The border between the engine and JavaScript: handles, documents as JavaScript values, typed arrays. `www/src/engine/core.ts` is the
//! only caller. Bad input is thrown as a document (`InputError` of `www/src/types.ts`). Anything else that is thrown is a fault of the
//! engine. After a panic the module must be thrown away.

mod border;
mod clock;
mod memory;
mod model;
mod reading;
mod request;
mod search;
mod slices;
mod trees;

pub use model::{check_document, foreign, Loaded};
pub use reading::{QueryReading, SampleReading};
pub use request::Question;
pub use search::RunningSearch;
pub use slices::HullCut;

use wasm_bindgen::prelude::wasm_bindgen;

/// The allocator: smaller and faster than the one of the standard library.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The panic of every index that is out of bounds. scripts/bounds.mjs puts it in the place of the standard library's panics, whose calls hand over index
/// and length.
#[wasm_bindgen(skip_typescript)]
pub fn out_of_bounds() {
    panic!("an index is out of bounds");
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Answer, Guess, ModelInfo, Polygons, Progress, RequestDoc, Room, SchemaDoc, TreeData } from "../types.js";

/** Row after row; of a classifier all but `values`, of others these alone. */
export interface Predictions {
  classes: Uint32Array;
  scores: Float64Array;
  raw: Float64Array;
  values: Float64Array;
}

/** Cell (i, j) stands at j * nx + i; `outputs` scores a cell. With `polygons` classes and scores go by piece. */
export interface Cells {
  x: Float64Array;
  y: Float64Array;
  classes: Uint8Array;
  scores: Float32Array;
  outputs: number;
  polygons: Polygons | undefined;
}

/** A background row, with its label where one is known. */
export interface Row {
  values: Float64Array;
  label: number | undefined;
}

/** Raw inputs in column order, one row after another (NaN: missing), and the target that the file names. */
export interface QueriesFile {
  rows: Float64Array;
  target?: unknown;
}

/** Corners of each area, x and y in turn. */
export interface Cut {
  settled: boolean;
  areas: Float64Array[];
}
"#;

/// Version of the engine. Must be called first, because it also makes panics appear on the console.
#[wasm_bindgen]
pub fn version() -> String {
    console_error_panic_hook::set_once();
    env!("CARGO_PKG_VERSION").to_owned()
}
