//! From a model file to a request and its answer, as every binding offers it: [`Shared`] is a loaded model, [`Asked`] a request that was
//! read for it, [`Running`] its search.

use crate::request::Difference;
use crate::{AnswerDoc, Engine as Wanted, Refusal, Request, RequestCache};
use espalier_formats::documents::SchemaDoc;
use espalier_formats::{load_stated, Stated};
use espalier_model::ensemble::Ensemble;
use espalier_model::query::Query;
use espalier_model::{Background, Model};
use espalier_search::{
    formulation, Compiled, Compiling, Engine, Formulation, ProgramKind, Progress, Search, SearchError,
};
use espalier_verify::{certificate as certificate_holds, shortest, verify};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Seconds that a search may take when its request states no limit.
const TIME_LIMIT: f64 = 10.0;

/// A loaded model with the parts that its searches share.
pub struct Shared {
    /// The model with its schema.
    pub model: Model,
    /// The statements on which the schema rests.
    stated: Stated,
    /// Prepared when a search first needs it, in the search's steps. So models that cannot be searched can still be shown and can predict.
    compiling: RefCell<Option<Compiling>>,
    cache: RequestCache,
    /// The same, with the ensembles beside the model that the latest request asks.
    beside: RefCell<Option<(Vec<Arc<Ensemble>>, Compiling)>>,
    /// The difference from another model that the latest request about one asks for.
    difference: RefCell<Option<(Rc<Difference>, Rc<Shared>)>>,
}

/// The parts of which a [`Shared`] is made. Unlike it, they may be given to other threads: each makes a [`Shared`] of its own from them.
#[derive(Clone)]
pub struct Parts {
    model: Model,
    stated: Stated,
}

impl Parts {
    /// A loaded model for the present thread.
    ///
    /// # Cost
    /// Copies the schema; trees and background rows are shared. Each of these models is prepared for searching by itself.
    pub fn shared(&self) -> Shared {
        Shared::new(self.model.clone(), self.stated.clone())
    }

    /// The model with its schema.
    pub fn model(&self) -> &Model {
        &self.model
    }
}

impl Shared {
    /// The parts of this model, for other threads.
    pub fn parts(&self) -> Parts {
        Parts { model: self.model.clone(), stated: self.stated.clone() }
    }

    fn new(model: Model, stated: Stated) -> Shared {
        Shared {
            model,
            stated,
            compiling: RefCell::default(),
            cache: RequestCache::default(),
            beside: RefCell::default(),
            difference: RefCell::default(),
        }
    }

    /// The difference from another model as a model of its own, with this one's schema and rows. `None` where the two do not fit together.
    ///
    /// # Cost
    /// Copies the trees of both, unless the latest difference was the same.
    fn less(&self, difference: &Rc<Difference>) -> Option<Rc<Shared>> {
        let mut last = self.difference.borrow_mut();
        if !last.as_ref().is_some_and(|(known, _)| known.same(difference)) {
            let ensemble = Arc::new(difference.ensemble(&self.model.ensemble)?);
            let shared = Shared::new(Model { ensemble, ..self.model.clone() }, self.stated.clone());
            *last = Some((Rc::clone(difference), Rc::new(shared)));
        }
        last.as_ref().map(|(_, shared)| Rc::clone(shared))
    }

    /// Reads a model file of any format; `name` is for messages. A schema document, where given, replaces the file's own.
    ///
    /// # Errors
    /// Names the place of the fault in the model or the schema, and a remedy.
    /// # Cost
    /// Linear in the file's size. Nothing is prepared for searching yet.
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
    /// Copies the schema; the trees are shared.
    pub fn with_schema(&self, schema: &Value) -> Result<Shared, Refusal> {
        self.described(self.model.clone(), Some(schema))
    }

    /// The same model with other background rows, and with another schema where one is given. Ranges that no schema states follow from the rows.
    ///
    /// # Errors
    /// The first fault of the schema document, against these rows.
    /// # Cost
    /// Copies the schema; the trees are shared.
    pub fn with_background(&self, background: Background, schema: Option<&Value>) -> Result<Shared, Refusal> {
        let model = Model { background: Some(Arc::new(background)), ..self.model.clone() };
        self.described(model, schema)
    }

    /// A model with the schema of a document, or else of the statements on which this model's schema rests.
    fn described(&self, mut model: Model, schema: Option<&Value>) -> Result<Shared, Refusal> {
        let refuse = |e| Refusal::document("schema", &e);
        let stated = match schema {
            Some(schema) => self.stated.by(SchemaDoc::parse(schema, "").map_err(refuse)?),
            None => self.stated.clone(),
        };
        model.schema = stated.schema(&model.ensemble, model.background.as_deref()).map_err(refuse)?;
        Ok(Shared::new(model, stated))
    }

    /// Prepares one more piece of the model for searching a query. Returns the model once all is prepared. A small model needs one piece.
    ///
    /// # Errors
    /// Where the schema, the model's splits and the ensembles that the query asks beside it do not fit together.
    fn prepare(&self, query: &Query) -> Result<Option<Arc<Compiled>>, SearchError> {
        let mut compiling = self.compiling.borrow_mut();
        if compiling.is_none() {
            *compiling = Some(Compiling::new(&self.model)?);
        }
        let Some(bare) = compiling.as_mut().and_then(Compiling::step) else { return Ok(None) };
        let others = query.beside();
        if others.is_empty() {
            return Ok(Some(bare));
        }
        let mut last = self.beside.borrow_mut();
        let same = |all: &[Arc<Ensemble>]| {
            all.len() == others.len() && all.iter().zip(&others).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        if last.as_ref().is_none_or(|(all, _)| !same(all)) {
            let compiling = Compiling::beside(&bare, &others)?;
            *last = Some((others, compiling));
        }
        Ok(last.as_mut().and_then(|(_, compiling)| compiling.step()))
    }

    /// The model without its trees for a query, usable before the model is prepared. It suffices to refuse requests.
    fn outline(&self, query: &Query) -> Result<Arc<Compiled>, SearchError> {
        let bare = match &*self.compiling.borrow() {
            Some(compiling) => compiling.outline(),
            None => Compiling::new(&self.model)?.outline(),
        };
        let others = query.beside();
        Ok(Compiling::beside(&bare, &others)?.outline())
    }

    /// The model prepared for a query, all at once.
    ///
    /// # Errors
    /// As [`Shared::prepare`].
    fn compiled(&self, query: &Query) -> Result<Arc<Compiled>, SearchError> {
        loop {
            if let Some(compiled) = self.prepare(query)? {
                return Ok(compiled);
            }
        }
    }
}

/// A request that was read for a model, once for all further calls.
pub struct Asked {
    /// The model; its difference from another, where the request is about that.
    pub shared: Rc<Shared>,
    /// The model of which the difference is, and the other.
    between: Option<[Arc<Ensemble>; 2]>,
    request: Request,
}

impl Asked {
    /// Reads a request document.
    ///
    /// # Errors
    /// The first fault of the document, by JSON pointer.
    pub fn new(shared: &Rc<Shared>, request: &Value) -> Result<Asked, Refusal> {
        let read = Request::begin(request, &shared.model, &shared.cache);
        let request = read.map_err(|e| Refusal::document("request", &e))?;
        let Some(difference) = &request.difference else {
            return Ok(Asked { shared: Rc::clone(shared), between: None, request });
        };
        let less = shared.less(difference).ok_or_else(|| {
            let what = "the models add up their hyperplanes in different types; give both the same \"planes\"";
            Refusal::said("request", "/target", what)
        })?;
        let between = [&shared.model, &*difference.reference].map(|model| Arc::clone(&model.ensemble));
        Ok(Asked { shared: less, between: Some(between), request })
    }

    /// The question, resolved against the model. Causes that are not learned yet have no trees.
    pub fn query(&self) -> &Query {
        &self.request.query
    }

    /// The question with all its causes. Those that no search has learned are learned here, all at once.
    pub fn learned(&self) -> Query {
        let mut request = self.request.clone();
        while !request.learn(&self.shared.model) {}
        request.query
    }

    /// A search that has done no work and learned nothing yet. A large model is prepared in its steps.
    ///
    /// # Errors
    /// Where no engine, or not the named one, answers the request.
    pub fn search(&self) -> Result<Running, Refusal> {
        let (shared, request) = (&self.shared, &self.request);
        let made = shared.prepare(&request.query).and_then(|ready| {
            let waits = ready.is_none() || !request.lessons.is_empty();
            let compiled = ready.map_or_else(|| shared.outline(&request.query), Ok)?;
            Ok((searching(compiled, request)?, waits))
        });
        let (search, waits) = made.map_err(refused)?;
        let (shared, request) = (Rc::clone(shared), request.clone());
        let between = self.between.clone();
        Ok(Running { shared, between, search, request, waits, assistant: false, parcels: Vec::new(), failed: None })
    }

    /// The request as a mixed-integer program, for other solvers.
    ///
    /// # Errors
    /// Where such a program cannot express the request.
    pub fn formulation(&self, kind: ProgramKind) -> Result<Formulation, Refusal> {
        let query = self.learned();
        self.shared.compiled(&query).and_then(|compiled| formulation(compiled, query, kind)).map_err(refused)
    }
}

/// The search of a request, with the causes as far as they are learned.
fn searching(compiled: Arc<Compiled>, request: &Request) -> Result<Search, SearchError> {
    let query = request.query.copied();
    match request.options.engine {
        Wanted::Auto => Search::new(compiled, query),
        Wanted::Boxes => Search::by(compiled, query, Engine::BoxSearch),
        Wanted::Milp => Search::by(compiled, query, Engine::Milp),
    }
}

fn refused(error: SearchError) -> Refusal {
    Refusal::said("request", "", &error.to_string())
}

/// A search that runs in slices. It has no clock: the caller measures the time.
pub struct Running {
    shared: Rc<Shared>,
    between: Option<[Arc<Ensemble>; 2]>,
    /// While `waits`: a search of the request without trees of causes, on a model without trees. It never makes a step.
    search: Search,
    request: Request,
    /// Whether causes are still being learned, or the model is being prepared.
    waits: bool,
    /// Whether it will be an assistant, and the parcels that it received while it waits.
    assistant: bool,
    parcels: Vec<Vec<u8>>,
    /// The fault where the request cannot be searched with the causes that were learned.
    failed: Option<SearchError>,
}

impl Running {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.request.options.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Nodes of the model's trees. The work on one box grows with them.
    pub fn nodes(&self) -> u64 {
        self.shared.model.ensemble.trees.iter().map(|tree| tree.nodes.len() as u64).sum()
    }

    /// Does one piece of work: learns, prepares the model, or works through at most `boxes` boxes. True when the search is finished.
    pub fn step(&mut self, boxes: u64) -> bool {
        if self.failed.is_some() {
            return true;
        }
        if !self.waits {
            return self.search.step(boxes);
        }
        if let Err(error) = self.prepare() {
            self.failed = Some(error);
        }
        false
    }

    /// Does one piece of the work before the search.
    fn prepare(&mut self) -> Result<(), SearchError> {
        if !self.request.learn(&self.shared.model) {
            return Ok(());
        }
        let Some(compiled) = self.shared.prepare(&self.request.query)? else { return Ok(()) };
        self.search = searching(compiled, &self.request)?;
        self.waits = false;
        if self.assistant {
            self.search.assist();
        }
        for parcel in std::mem::take(&mut self.parcels) {
            self.search.take(&parcel);
        }
        Ok(())
    }

    /// Cost of the incumbent, proved bound, work so far.
    pub fn progress(&self) -> Progress {
        let progress = self.search.progress();
        // Parcels not taken yet may hold boxes.
        let lower_bound = if self.parcels.is_empty() { progress.lower_bound } else { self.search.floor() };
        Progress { lower_bound, ..progress }
    }

    /// Number of the regions and other answers that an answer of now would list; see [`Telling`](crate::Telling).
    pub fn listed(&self) -> usize {
        self.search.listed()
    }

    /// The engine that does the work.
    pub fn engine(&self) -> Engine {
        self.search.engine()
    }

    /// Whether another search may work on some of its boxes.
    pub fn shares(&self) -> bool {
        self.search.shares()
    }

    /// Makes a search that has done nothing yet an assistant: see [`Search::assist`].
    pub fn assist(&mut self) {
        self.assistant = true;
        self.search.assist();
    }

    /// Whether it can do nothing until it takes a parcel, or boxes that are away come back.
    pub fn idle(&self) -> bool {
        !self.waits && self.search.waits()
    }

    /// The incumbent and, with `boxes`, some of the open boxes: see [`Search::parcel`].
    pub fn parcel(&mut self, boxes: bool) -> Option<Vec<u8>> {
        if self.waits {
            return None;
        }
        self.search.parcel(boxes)
    }

    /// Takes a parcel of another search of the same model and request.
    pub fn take(&mut self, parcel: &[u8]) {
        if self.waits {
            self.parcels.push(parcel.to_vec());
        } else {
            self.search.take(parcel);
        }
    }

    /// States a proved bound of the boxes that are away; infinite when none is.
    pub fn away(&mut self, bound: f64) {
        if !self.waits {
            self.search.away(bound);
        }
    }

    /// Repeats the certificate of the answer so far by the crate for checks, which shares nothing with the search. True where there is one and it
    /// holds, false where the request asks for none.
    ///
    /// # Errors
    /// A text: the first step of the proof that does not hold.
    pub fn certified(&self) -> Result<bool, String> {
        let Some(certificate) = self.search.explanation().certificate else { return Ok(false) };
        let checked = certificate_holds(&self.shared.model, &self.request.query, &certificate);
        checked.map(|_| true).map_err(|e| format!("a proof failed its check: {e}"))
    }

    /// The answer so far, with a status that states how far it is proved. Every statement of it has been checked by code that shares nothing
    /// with the search. Its numbers are written in the shortest decimals.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    pub fn answer(&self, milliseconds: f64) -> Result<AnswerDoc<'_>, String> {
        if let Some(error) = &self.failed {
            return Err(error.to_string());
        }
        let (model, explanation) = (&self.shared.model, self.search.explanation());
        verify(model, &self.request.query, &explanation).map_err(|e| format!("an answer failed its check: {e}"))?;
        let (engine, written) = (self.search.engine().name(), |one: &_| shortest(model, &self.request.query, one));
        let answer = AnswerDoc::new(&explanation, &model.schema, engine, milliseconds, written)
            .asked(&self.request.query, &model.schema);
        let answer = match (&self.between, &self.request.difference) {
            (Some(both), Some(difference)) => answer.between(both, difference.unit),
            _ => answer,
        };
        Ok(if model.probabilities { answer } else { answer.decisions() })
    }
}
