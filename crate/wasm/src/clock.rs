//! The clock. The engine itself has none.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

/// The `performance` of a page, a worker or Node.
pub struct Clock(Performance);

impl Clock {
    /// The clock of the present page, worker or Node process.
    pub fn here() -> Clock {
        let found = Reflect::get(&js_sys::global(), &"performance".into()).unwrap_or(JsValue::NULL);
        Clock(found.unchecked_into())
    }

    /// Milliseconds since a fixed moment.
    pub fn now(&self) -> f64 {
        self.0.now()
    }
}
