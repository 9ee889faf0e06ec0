//! The clock, which the engine itself is without.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

/// The `performance` of a page, a worker or Node.
pub struct Clock(Performance);

impl Clock {
    /// The one of where this runs.
    pub fn here() -> Clock {
        let found = Reflect::get(&js_sys::global(), &"performance".into()).unwrap_or(JsValue::NULL);
        Clock(found.unchecked_into())
    }

    /// Milliseconds since some moment.
    pub fn now(&self) -> f64 {
        self.0.now()
    }
}
