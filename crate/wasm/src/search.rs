//! A search under way.

use crate::error::InputError;
use crate::model::Shared;
use espalier_core::query::Query;
use espalier_core::search::Search;
use espalier_core::verify::verify;
use espalier_documents::wire::{AnswerDoc, Request, RequestOptions};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Seconds that a search may take when its request does not say.
const TIME_LIMIT: f64 = 10.0;

/// A search that is worked through in slices. It has no clock: the caller measures.
#[wasm_bindgen]
pub struct RunningSearch {
    shared: Rc<Shared>,
    search: Search,
    query: Query,
    options: RequestOptions,
}

impl RunningSearch {
    /// A search that has looked at nothing yet, of a request as JSON text.
    pub(crate) fn new(shared: Rc<Shared>, request: &str) -> Result<RunningSearch, InputError> {
        let Request { query, options } =
            Request::from_json(request, &shared.model).map_err(|e| InputError::wire("request", &e))?;
        let search = (shared.compiled())
            .and_then(|compiled| Search::new(compiled, query.clone()))
            .map_err(|e| InputError::said("request", "", &e.to_string()))?;
        Ok(RunningSearch { shared, search, query, options })
    }
}

#[wasm_bindgen]
impl RunningSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.options.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Works through at most so many boxes (a whole number); true when the search is finished.
    pub fn step(&mut self, boxes: f64) -> bool {
        self.search.step(boxes as u64)
    }

    /// Cost of the best so far (NaN where there is none), proved lower bound, boxes opened.
    pub fn progress(&self) -> Vec<f64> {
        let progress = self.search.progress();
        vec![progress.incumbent.unwrap_or(f64::NAN), progress.lower_bound, progress.nodes as f64]
    }

    /// The answer so far as JSON text; its status says how far it is proved. Every statement of it has been
    /// checked by code that shares nothing with the search.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<String, String> {
        let (model, explanation) = (&self.shared.model, self.search.explanation());
        verify(model, &self.query, &explanation).map_err(|e| format!("an answer failed its check: {e}"))?;
        Ok(AnswerDoc::new(&explanation, &model.schema, self.options.engine.name(), milliseconds).to_json())
    }
}
