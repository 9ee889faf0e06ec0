//! Csv files that come piece by piece.

use crate::border::{refuse, write};
use espalier_api::{QueryRows, RowSample};
use espalier_api::{Refusal, Shared};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A csv file of queries under reading.
#[wasm_bindgen]
pub struct QueryReading {
    pub(crate) shared: Rc<Shared>,
    pub(crate) name: String,
    pub(crate) rows: QueryRows,
}

#[wasm_bindgen]
impl QueryReading {
    /// Reads the next piece of the file. The rows that end in it come one after another, with NaN for a missing value.
    ///
    /// # Errors
    /// An `InputError` about the queries.
    pub fn take(&mut self, piece: &[u8]) -> Result<Vec<f64>, JsValue> {
        self.rows.take(piece, &self.shared.model).map_err(|e| refuse(Refusal::document("queries", &e).of(&self.name)))
    }

    /// Ends the file: its last row, where no line end stood behind it.
    ///
    /// # Errors
    /// An `InputError` about the queries.
    pub fn end(self) -> Result<Vec<f64>, JsValue> {
        self.rows.end(&self.shared.model).map_err(|e| refuse(Refusal::document("queries", &e).of(&self.name)))
    }
}

/// A sample of the rows of a csv file under reading.
#[wasm_bindgen]
pub struct SampleReading {
    pub(crate) shared: Rc<Shared>,
    pub(crate) name: String,
    pub(crate) sample: RowSample,
}

#[wasm_bindgen]
impl SampleReading {
    /// Reads the next piece of the file.
    ///
    /// # Errors
    /// An `InputError` about the rows.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), JsValue> {
        self.sample.take(piece).map_err(|e| refuse(Refusal::file("rows", &self.name, &e)))
    }

    /// The sample, as the document of a csv file of samples, with the number of rows in the file (`count`).
    ///
    /// # Errors
    /// An `InputError` about the rows.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn end(self) -> Result<JsValue, JsValue> {
        let read = self.sample.end(&self.shared.model);
        read.map(|sample| write(&sample)).map_err(|e| refuse(Refusal::file("rows", &self.name, &e)))
    }
}
