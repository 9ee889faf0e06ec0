//! Models of threads. A loaded model belongs to one thread, so each thread keeps those that it used last, prepared for searching.

use crate::document;
use crate::fault::Fault;
use espalier_api::{Asked, Parts, Shared};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Weak};

/// Models that a thread keeps. More take memory while Python holds them; fewer are prepared again where several are asked in turn. By hand.
const KEPT: usize = 4;

thread_local! {
    /// The models that this thread used last, the latest one at the end.
    static MODELS: RefCell<Vec<(Weak<Parts>, Rc<Shared>)>> = const { RefCell::new(Vec::new()) };
}

/// Runs a part with this thread's own model.
pub fn with<T>(parts: &Arc<Parts>, part: impl FnOnce(&Rc<Shared>) -> Result<T, Fault>) -> Result<T, Fault> {
    let shared = MODELS.with(|models| {
        let mut models = models.borrow_mut();
        models.retain(|(of, _)| of.strong_count() > 0);
        let known = models.iter().position(|(of, _)| std::ptr::eq(of.as_ptr(), Arc::as_ptr(parts)));
        let entry = match known {
            Some(at) => models.remove(at),
            None => (Arc::downgrade(parts), Rc::new(parts.shared())),
        };
        let shared = Rc::clone(&entry.1);
        models.push(entry);
        if models.len() > KEPT {
            models.remove(0);
        }
        shared
    });
    part(&shared)
}

/// Forgets this thread's models: after a panic they may be in any state.
pub fn forget() {
    // Where the thread ends there is nothing to forget.
    let _ = MODELS.try_with(|models| models.try_borrow_mut().map(|mut models| models.clear()));
}

/// A request that is read for a model.
pub fn asked(shared: &Rc<Shared>, request: &str) -> Result<Asked, Fault> {
    Ok(Asked::new(shared, &document(request, "request")?)?)
}
