//! One search within its request's time.

use crate::fault::{caught, Fault};
use crate::threads::{asked, with};
use espalier_api::{Asked, Pace, Parts, Running, Telling};
use espalier_search::Progress;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time between two calls of Python: its signals, and the progress. More lets Ctrl-C wait; less takes the interpreter's lock more often. By hand.
pub const CALL: Duration = Duration::from_millis(100);
/// Least time between trials of telling the answer so far; such trials take at most one part in so many of the time. As on the command line.
const TELL_AFTER: Duration = Duration::from_millis(250);
const TELL_SHARE: u32 = 20;

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Going {
    /// It does.
    On,
    /// It ends with the best answer so far.
    Stops,
}

/// Whether a certificate is repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The request decides whether there is one; it is not repeated.
    AsAsked,
    /// There has to be one, and it is repeated.
    Repeated,
}

/// Runs a search within its time, as the command line does, and gives the answer as JSON. `tick` is called at most every `CALL`.
///
/// # Errors
/// Faults of the engine, and those of `tick`.
pub fn run(
    question: &Asked,
    proof: Proof,
    tick: &mut dyn FnMut(Progress) -> Result<Going, Fault>,
) -> Result<String, Fault> {
    let began = Instant::now();
    let mut search = question.search()?;
    let limit = search.time_limit();
    // A limit that no clock reaches is none.
    let deadline = Duration::try_from_secs_f64(limit).ok().and_then(|limit| began.checked_add(limit));
    let told = |search: &Running| {
        let milliseconds = began.elapsed().as_secs_f64() * 1e3;
        search.answer(milliseconds).map(|answer| answer.to_json()).map_err(Fault::Engine)
    };
    let (mut telling, mut tell, mut call) = (Telling::default(), began + TELL_AFTER, began + CALL);
    let (mut pace, mut from) = (Pace::of(&search), began);
    let mut last = None;
    let foreseen = |telling: &Telling, search: &Running| Duration::from_secs_f64(telling.foreseen(search.listed()));
    while deadline.is_none_or(|end| from + foreseen(&telling, &search) < end) {
        last = None;
        if search.step(pace.pieces()) {
            break;
        }
        let now = Instant::now();
        pace.took((now - from).as_secs_f64());
        from = now;
        if now >= call {
            call = now + CALL;
            if tick(search.progress())? == Going::Stops {
                break;
            }
        }
        // Telling takes time as well, because each answer is checked. So it is tried now and then, and the time that it will take is kept free
        // at the end.
        if (now >= tell || telling.grown(search.listed())) && deadline.is_some() {
            last = Some(told(&search)?);
            telling.took(search.listed(), now.elapsed().as_secs_f64());
            from = Instant::now();
            tell = from + TELL_AFTER.max(TELL_SHARE * now.elapsed());
        }
    }
    if proof == Proof::Repeated && !search.certified().map_err(Fault::Engine)? {
        let said =
            "the answer has no certificate: it was not proved in time, or the request has none; give more time_limit";
        return Err(Fault::Engine(said.into()));
    }
    last.map_or_else(|| told(&search), Ok)
}

/// The answer to one request of Python's, without the interpreter's lock.
pub fn explain(
    py: Python<'_>,
    parts: &Arc<Parts>,
    request: &str,
    progress: Option<&Py<PyAny>>,
    proof: Proof,
) -> PyResult<String> {
    let mut tick = |now: Progress| {
        Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = progress else { return Ok(Going::On) };
            let stops = progress.call1(py, (now.incumbent, now.lower_bound, now.nodes))?.is_truthy(py)?;
            Ok(if stops { Going::Stops } else { Going::On })
        })
        .map_err(Fault::Raised)
    };
    let found = py.detach(|| caught(|| with(parts, |shared| run(&asked(shared, request)?, proof, &mut tick))));
    found.map_err(|fault| fault.raise(py))
}
