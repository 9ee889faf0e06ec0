//! Exact slices as typed arrays.

use crate::error::InputError;
use espalier_core::ensemble::Ensemble;
use espalier_core::model::Model;
use espalier_core::regions::{slice, Slice, Window};
use wasm_bindgen::prelude::wasm_bindgen;

/// The exact cells of a plane; cell `(i, j)` stands at `j * nx + i`.
#[wasm_bindgen]
pub struct Regions(Slice);

impl Regions {
    /// The plane through `at` along two features. `window` holds the ends of x and of y; NaN: the whole range.
    /// The cells are those of `ensemble`, which reads the model's columns.
    pub(crate) fn new(
        model: &Model,
        ensemble: &Ensemble,
        axes: [&str; 2],
        at: &[f64],
        window: &[f64],
    ) -> Result<Regions, InputError> {
        let [x, y] = axes.map(|name| {
            model.schema.features.iter().position(|f| f.name == name).ok_or_else(|| {
                let what = format!("there is no feature \"{name}\"");
                InputError::new("request", "/axes", &what, "give the names of two of the model's features")
            })
        });
        let ends = |from: usize| match window.get(from..from + 2) {
            Some(&[lo, hi]) if !lo.is_nan() && !hi.is_nan() => Some((lo, hi)),
            _ => None,
        };
        let window = Window { x: ends(0), y: ends(2) };
        let found = slice(ensemble, &model.schema, at, x?, y?, window);
        found.map(Regions).map_err(|e| InputError::said("request", "/axes", &e.to_string()))
    }
}

#[wasm_bindgen]
impl Regions {
    /// Ends of the cells along x, one more than cells.
    pub fn x(&self) -> Vec<f64> {
        self.0.x.edges.clone()
    }

    /// Ends of the cells along y.
    pub fn y(&self) -> Vec<f64> {
        self.0.y.edges.clone()
    }

    /// Predicted class a cell.
    pub fn classes(&self) -> Vec<u8> {
        self.0.classes.clone()
    }

    /// Scores, `outputs` a cell.
    pub fn scores(&self) -> Vec<f32> {
        self.0.scores.clone()
    }

    /// Numbers a cell in `scores`.
    pub fn outputs(&self) -> usize {
        self.0.outputs
    }
}
