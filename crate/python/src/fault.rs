//! Faults as Python's exceptions.

use espalier_api::Refusal;
use pyo3::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};

/// The reason why a call fails.
pub enum Fault {
    /// The input is wrong.
    Input(Refusal),
    /// The engine failed.
    Engine(String),
    /// Python raised an exception meanwhile, in a progress callback or by a signal.
    Raised(PyErr),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Input(refusal)
    }
}

impl Fault {
    /// The exception: `BadInput`, `EngineFault` or Python's own.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let made = |name: &str, text: &str, document: Option<String>| {
            let errors = py.import("espalier_xai._errors")?;
            errors.getattr(name)?.call1((text, document))
        };
        let built = match self {
            Fault::Raised(error) => return error,
            Fault::Input(refusal) => {
                let text = refusal.message().to_owned();
                made("BadInput", &text, Some(refusal.to_json()))
            }
            Fault::Engine(text) => made("EngineFault", &text, None),
        };
        built.map_or_else(|error| error, PyErr::from_value)
    }
}

thread_local! {
    /// The place of this thread's latest panic.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics print nothing: they become exceptions, which tell their place.
pub fn quiet() {
    set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
        let _ = PLACE.try_with(|last| *last.borrow_mut() = place);
    }));
}

/// Runs a part of which a panic becomes an engine's fault.
pub fn caught<T>(part: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(part)).unwrap_or_else(|panic| {
        crate::threads::forget();
        let place = PLACE.with(|last| last.borrow_mut().take()).unwrap_or_default();
        Err(Fault::Engine(format!("internal error at {place}: {}", said(panic.as_ref()))))
    })
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}

/// The same without the interpreter's lock; the fault is raised.
pub fn guarded<T: Send>(py: Python<'_>, part: impl FnOnce() -> Result<T, Fault> + Send) -> PyResult<T> {
    py.detach(|| caught(part)).map_err(|fault| fault.raise(py))
}
