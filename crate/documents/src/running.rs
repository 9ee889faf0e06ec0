//! From a model file to a request and its answer, as every binding offers it: [`Shared`] is a loaded model, [`Asked`] a request that was
//! read for it, [`Running`] its search.

use crate::formats::{load_stated, Stated};
use crate::wire::{AnswerDoc, Engine as Wanted, Forests, Request, SchemaDoc};
use crate::Refusal;
use espalier_claims::verify::verify;
use espalier_core::model::{Background, Model};
use espalier_core::query::Query;
use espalier_core::search::{formulation, Compiled, Engine, Formulation, ProgramKind, Search, SearchError};
use serde_json::Value;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Seconds that a search may take when its request does not say.
const TIME_LIMIT: f64 = 10.0;

/// A loaded model with the parts that its searches share.
pub struct Shared {
    /// The model with its schema.
    pub model: Model,
    /// The words that the schema rests on.
    stated: Stated,
    /// Made when it is first needed: models that cannot be searched can be looked at and predict.
    compiled: OnceCell<Result<Arc<Compiled>, SearchError>>,
    forests: Forests,
    /// The last that was compiled with an isolation forest.
    plausible: RefCell<Option<Arc<Compiled>>>,
}

impl Shared {
    fn new(model: Model, stated: Stated) -> Shared {
        Shared { model, stated, compiled: OnceCell::new(), forests: Forests::default(), plausible: RefCell::default() }
    }

    /// Reads a model file of any format; `name` is for messages. A schema document given besides takes the place of the file's own.
    ///
    /// # Errors
    /// Says where in the model or the schema the fault is, and how to mend it.
    /// # Cost
    /// Linear in the file's size; nothing is made ready for searching yet.
    pub fn read(bytes: &[u8], name: &str, schema: Option<&Value>) -> Result<Shared, Refusal> {
        let (model, stated) = load_stated(bytes).map_err(|e| Refusal::model(name, &e))?;
        let shared = Shared::new(model, stated);
        match schema {
            Some(schema) => shared.with_schema(schema),
            None => Ok(shared),
        }
    }

    /// The same model with another schema.
    ///
    /// # Errors
    /// The first fault of the schema document.
    /// # Cost
    /// Copies the model.
    pub fn with_schema(&self, schema: &Value) -> Result<Shared, Refusal> {
        self.described(self.model.clone(), Some(schema))
    }

    /// The same model with other background rows, and where one is given another schema. Ranges that no schema states follow from the rows.
    ///
    /// # Errors
    /// The first fault of the schema document, against these rows.
    /// # Cost
    /// Copies the model.
    pub fn with_background(&self, background: Background, schema: Option<&Value>) -> Result<Shared, Refusal> {
        let model = Model { background: Some(Arc::new(background)), ..self.model.clone() };
        self.described(model, schema)
    }

    /// A model with a schema by a document, or by the words that this one's rests on.
    fn described(&self, mut model: Model, schema: Option<&Value>) -> Result<Shared, Refusal> {
        let refuse = |e| Refusal::wire("schema", &e);
        let stated = match schema {
            Some(schema) => self.stated.by(SchemaDoc::parse(schema, "").map_err(refuse)?),
            None => self.stated.clone(),
        };
        model.schema = stated.schema(&model.ensemble, model.background.as_deref()).map_err(refuse)?;
        Ok(Shared::new(model, stated))
    }

    /// The model made ready for searching for a query.
    ///
    /// # Errors
    /// Where the schema and the model's splits do not fit together.
    fn compiled(&self, query: &Query) -> Result<Arc<Compiled>, SearchError> {
        let bare = self.compiled.get_or_init(|| Compiled::new(&self.model).map(Arc::new)).clone()?;
        let Some(depth) = &query.depth else { return Ok(bare) };
        let mut last = self.plausible.borrow_mut();
        let compiled = last.as_ref().unwrap_or(&bare).plausible(&depth.forest)?;
        *last = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
}

/// A request that was read for a model. Everything that may be asked about it is asked of this one: it is read once.
pub struct Asked {
    /// The model.
    pub shared: Rc<Shared>,
    request: Request,
}

impl Asked {
    /// Reads a request document.
    ///
    /// # Errors
    /// The first fault of the document, by JSON pointer.
    pub fn new(shared: &Rc<Shared>, request: &Value) -> Result<Asked, Refusal> {
        let read = Request::begin(request, &shared.model, &shared.forests);
        let request = read.map_err(|e| Refusal::wire("request", &e))?;
        Ok(Asked { shared: Rc::clone(shared), request })
    }

    /// The question, resolved against the model; causes that are to be learned have no trees.
    pub fn query(&self) -> &Query {
        &self.request.query
    }

    /// The question with all that is to be learned, which is learned at one go if no search has.
    pub fn learned(&self) -> Query {
        let mut request = self.request.clone();
        while !request.learn(&self.shared.model) {}
        request.query
    }

    /// A search that has looked at nothing yet, and learned nothing.
    ///
    /// # Errors
    /// Where no engine, or not the one that is named, answers the request.
    pub fn search(&self) -> Result<Running, Refusal> {
        let search = made(&self.shared, &self.request).map_err(refused)?;
        Ok(Running { shared: Rc::clone(&self.shared), search, request: self.request.clone(), failed: None })
    }

    /// The request as a mixed-integer program, to be written for other solvers.
    ///
    /// # Errors
    /// Where it asks for more than such a program says.
    pub fn formulation(&self, kind: ProgramKind) -> Result<Formulation, Refusal> {
        let query = self.learned();
        self.shared.compiled(&query).and_then(|compiled| formulation(compiled, query, kind)).map_err(refused)
    }
}

/// The search of a request, as far as its causes are learned.
fn made(shared: &Shared, request: &Request) -> Result<Search, SearchError> {
    let query = request.query.clone();
    let compiled = shared.compiled(&query)?;
    match request.options.engine {
        Wanted::Auto => Search::new(compiled, query),
        Wanted::Boxes => Search::by(compiled, query, Engine::Boxes),
        Wanted::Milp => Search::by(compiled, query, Engine::Milp),
    }
}

fn refused(error: SearchError) -> Refusal {
    Refusal::said("request", "", &error.to_string())
}

/// A search that is worked through in slices. It has no clock: the caller measures.
pub struct Running {
    shared: Rc<Shared>,
    /// The search itself, for those who search parts of it elsewhere. While causes are still being learned it is that of the request
    /// without their trees, and no step of it is made.
    pub search: Search,
    request: Request,
    /// Why there is no search of the request with what was learned.
    failed: Option<SearchError>,
}

impl Running {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.request.options.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Learns a piece more, or works through at most so many boxes; true when the search is finished.
    pub fn step(&mut self, boxes: u64) -> bool {
        if self.request.lessons.is_empty() {
            return self.failed.is_some() || self.search.step(boxes);
        }
        if self.request.learn(&self.shared.model) {
            match made(&self.shared, &self.request) {
                Ok(search) => self.search = search,
                Err(error) => self.failed = Some(error),
            }
        }
        false
    }

    /// The answer so far; its status says how far it is proved. Every statement of it has been checked by code that shares nothing with
    /// the search.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<AnswerDoc<'_>, String> {
        if let Some(error) = &self.failed {
            return Err(error.to_string());
        }
        let (model, explanation) = (&self.shared.model, self.search.explanation());
        verify(model, &self.request.query, &explanation).map_err(|e| format!("an answer failed its check: {e}"))?;
        let answer = AnswerDoc::new(&explanation, &model.schema, self.search.engine().name(), milliseconds)
            .asked(&self.request.query, &model.schema);
        Ok(if model.probabilities { answer } else { answer.decisions() })
    }
}
