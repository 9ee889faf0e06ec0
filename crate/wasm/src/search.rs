//! A search under way.

use crate::border;
use crate::clock::Clock;
use espalier_documents::Running;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A search that is worked through in slices.
#[wasm_bindgen]
pub struct RunningSearch {
    search: Running,
    clock: Clock,
    /// Boxes between two looks at the clock.
    stride: u64,
}

/// Milliseconds between two looks at the clock that are aimed at.
const LOOK: f64 = 1.0;
/// Most boxes between two looks, however fast they were.
const MOST: u64 = 1 << 20;

impl RunningSearch {
    pub(crate) fn new(search: Running) -> RunningSearch {
        RunningSearch { search, clock: Clock::here(), stride: 1 }
    }
}

#[wasm_bindgen]
impl RunningSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.search.time_limit()
    }

    /// Works for so many milliseconds, and at least through one box; ends early where there is nothing to do but wait. True when the search is
    /// finished.
    ///
    /// # Cost
    /// One piece of work may last longer than the time that is left: some tens of milliseconds, of very large models more.
    pub fn run(&mut self, milliseconds: f64) -> bool {
        let until = self.clock.now() + milliseconds;
        let mut from = until - milliseconds;
        loop {
            if self.search.step(self.stride) {
                return true;
            }
            let now = self.clock.now();
            if self.search.idle() {
                return false;
            }
            let took = now - from;
            let factor = if took <= 0.0 { 4.0 } else { (LOOK / took).clamp(0.1, 4.0) };
            self.stride = ((self.stride as f64 * factor) as u64).clamp(1, MOST);
            if now >= until {
                return false;
            }
            from = now;
        }
    }

    /// Works through at most so many boxes (a whole number); true when the search is finished.
    pub fn step(&mut self, boxes: f64) -> bool {
        self.search.step(boxes as u64)
    }

    /// Cost of the best so far (null where there is none), a proved lower bound of every answer's cost, boxes opened.
    #[wasm_bindgen(unchecked_return_type = "Progress")]
    pub fn progress(&self) -> JsValue {
        let now = self.search.progress();
        let incumbent = now.incumbent.map_or(JsValue::NULL, JsValue::from);
        border::object([
            ("incumbent", incumbent),
            ("lowerBound", now.lower_bound.into()),
            ("nodes", (now.nodes as f64).into()),
        ])
    }

    /// Whether its boxes may be worked on elsewhere.
    pub fn shares(&self) -> bool {
        self.search.shares()
    }

    /// Makes a search that has done nothing yet an assistant of another of the same model and request: it works on the boxes
    /// that it takes.
    pub fn assist(&mut self) {
        self.search.assist();
    }

    /// Whether there is nothing to do before something is taken or comes back.
    pub fn waits(&self) -> bool {
        self.search.idle()
    }

    /// The best so far and, where asked for, some of the open boxes, for the other; nothing where there is none to spare.
    pub fn parcel(&mut self, boxes: bool) -> Option<Vec<u8>> {
        self.search.parcel(boxes)
    }

    /// Takes the other's parcel.
    pub fn take(&mut self, parcel: &[u8]) {
        self.search.take(parcel);
    }

    /// The least bound of the boxes that are away; infinite when none is.
    pub fn away(&mut self, bound: f64) {
        self.search.away(bound);
    }

    /// The answer so far.
    ///
    /// # Errors
    /// A text, where the check finds a fault of the engine.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn answer(&self, milliseconds: f64) -> Result<JsValue, String> {
        self.search.answer(milliseconds).map(|answer| border::write_answer(&answer))
    }
}
