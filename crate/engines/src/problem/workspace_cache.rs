//! Memory that one search leaves for the next one of the same model.

use std::any::Any;
use std::sync::{Arc, Mutex};

/// A place for one value of the engine's own. Whoever finds it taken does without.
#[derive(Clone, Debug, Default)]
pub struct WorkspaceCache(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl WorkspaceCache {
    /// Takes the value, if there is one of this type and no other thread is at it.
    pub fn take<T: Any>(&self) -> Option<Box<T>> {
        let value = self.0.try_lock().ok()?.take()?;
        value.downcast().ok()
    }

    /// Leaves a value in place of the last one, unless another thread is at it.
    pub fn put<T: Any + Send>(&self, value: T) {
        if let Ok(mut place) = self.0.try_lock() {
            *place = Some(Box::new(value));
        }
    }
}
