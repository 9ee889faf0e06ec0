//! What the engine does not offer yet; each call says so.

use crate::error::InputError;
use crate::model::LoadedModel;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

fn not_yet(what: &str) -> JsValue {
    InputError::new("request", "", &format!("{what} is not available yet"), "").into()
}

/// An exact slice.
#[wasm_bindgen]
pub struct Slice(());

#[wasm_bindgen]
impl Slice {
    /// Ends of the cells.
    pub fn x(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Ends of the cells.
    pub fn y(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Classes.
    pub fn classes(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Scores.
    pub fn scores(&self) -> Vec<f32> {
        Vec::new()
    }
    /// Outputs a cell.
    pub fn outputs(&self) -> usize {
        0
    }
}

#[wasm_bindgen]
impl LoadedModel {
    /// Exact cells of a slice.
    pub fn regions(&self, _x: &str, _y: &str, _at: &[f64], _window: &[f64]) -> Result<Slice, JsValue> {
        Err(not_yet("a slice"))
    }
    /// Room of an answer.
    pub fn room(&self, _request: &str, _values: &[f64]) -> Result<String, JsValue> {
        Err(not_yet("room"))
    }
}
