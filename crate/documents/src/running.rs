//! A search from a request document to answer documents, as every binding offers it.

#[cfg(feature = "own")]
use crate::formats::load_own;
use crate::wire::strict;
#[cfg(feature = "own")]
use crate::wire::{resolve_for, SchemaDoc};
use crate::wire::{AnswerDoc, Engine as Asked, Forests, Request, RequestOptions};
use crate::Refusal;
use espalier_claims::verify::verify;
use espalier_core::model::Model;
use espalier_core::query::Query;
use espalier_core::search::{Compiled, Engine, Search, SearchError};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Seconds that a search may take when its request does not say.
const TIME_LIMIT: f64 = 10.0;

/// What a model and its searches hold together.
pub struct Shared {
    /// The model with its schema.
    pub model: Model,
    /// Made when it is first needed: models that cannot be searched can be looked at and predict.
    compiled: OnceCell<Result<Arc<Compiled>, SearchError>>,
    forests: Forests,
    /// The last that was compiled with an isolation forest.
    plausible: RefCell<Option<Arc<Compiled>>>,
}

impl Shared {
    /// Takes a model in; nothing is computed yet.
    pub fn new(model: Model) -> Shared {
        Shared { model, compiled: OnceCell::new(), forests: Forests::default(), plausible: RefCell::default() }
    }

    /// Reads a model file in Espalier's JSON; `name` is for messages. A schema given besides (JSON text) takes the place of
    /// the file's own.
    ///
    /// # Errors
    /// What is wrong with the model or the schema.
    #[cfg(feature = "own")]
    pub fn read(bytes: &[u8], name: &str, schema: Option<String>) -> Result<Shared, Refusal> {
        let mut model = load_own(bytes).map_err(|e| Refusal::model(name, &e))?;
        if let Some(text) = schema {
            let refuse = |e| Refusal::wire("schema", &e);
            let doc = SchemaDoc::from_json(&text).map_err(refuse)?;
            model.schema = resolve_for(&doc, &model).map_err(refuse)?;
        }
        Ok(Shared::new(model))
    }

    /// A request as JSON text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn request(&self, text: &str) -> Result<Request, Refusal> {
        let read = strict::value(text).and_then(|value| Request::read(&value, &self.model, &self.forests));
        read.map_err(|e| Refusal::wire("request", &e))
    }

    /// The model made ready for searching for a query.
    ///
    /// # Errors
    /// Where the schema and the model's splits do not fit together.
    pub fn compiled(&self, query: &Query) -> Result<Arc<Compiled>, SearchError> {
        let bare = self.compiled.get_or_init(|| Compiled::new(&self.model).map(Arc::new)).clone()?;
        let Some(depth) = &query.depth else { return Ok(bare) };
        let mut last = self.plausible.borrow_mut();
        let compiled = last.as_ref().unwrap_or(&bare).plausible(&depth.forest)?;
        *last = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
}

/// A search that is worked through in slices. It has no clock: the caller measures.
pub struct Running {
    shared: Rc<Shared>,
    search: Search,
    query: Query,
    options: RequestOptions,
}

/// A search that was asked for.
pub enum Begun {
    /// It can be worked through.
    Here(Box<Running>),
    /// It needs what is not built in: the feature of `espalier-core` that has it.
    Elsewhere(&'static str),
}

impl Running {
    /// A search that has looked at nothing yet, of a request as JSON text.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub fn begin(shared: Rc<Shared>, request: &str) -> Result<Begun, Refusal> {
        let Request { query, options } = shared.request(request)?;
        let made = shared.compiled(&query).and_then(|compiled| match options.engine {
            Asked::Auto => Search::new(compiled, query.clone()),
            Asked::Boxes => Search::by(compiled, query.clone(), Engine::Boxes),
            Asked::Milp => Search::by(compiled, query.clone(), Engine::Milp),
        });
        match made {
            Ok(search) => Ok(Begun::Here(Box::new(Running { shared, search, query, options }))),
            Err(SearchError::Elsewhere { feature }) => Ok(Begun::Elsewhere(feature)),
            Err(e) => Err(Refusal::said("request", "", &e.to_string())),
        }
    }

    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.options.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Works through at most so many boxes; true when the search is finished.
    pub fn step(&mut self, boxes: u64) -> bool {
        self.search.step(boxes)
    }

    /// Cost of the best so far (NaN where there is none), proved lower bound, boxes opened.
    pub fn progress(&self) -> Vec<f64> {
        let progress = self.search.progress();
        vec![progress.incumbent.unwrap_or(f64::NAN), progress.lower_bound, progress.nodes as f64]
    }

    /// What is searched, for those who search parts of it elsewhere.
    pub fn search(&mut self) -> &mut Search {
        &mut self.search
    }

    /// The answer so far as JSON text; its status says how far it is proved. Every statement of it has been
    /// checked by code that shares nothing with the search.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<String, String> {
        let (model, explanation) = (&self.shared.model, self.search.explanation());
        verify(model, &self.query, &explanation).map_err(|e| format!("an answer failed its check: {e}"))?;
        let answer = AnswerDoc::new(&explanation, &model.schema, self.search.engine().name(), milliseconds)
            .asked(&self.query, &model.schema);
        Ok(if model.probabilities { answer } else { answer.decisions() }.to_json())
    }
}
