//! A running search.

use crate::border;
use crate::clock::Clock;
use espalier_api::{Pace, Running};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A search that runs in slices of time.
#[wasm_bindgen]
pub struct RunningSearch {
    search: Running,
    clock: Clock,
    pace: Pace,
}

impl RunningSearch {
    pub(crate) fn new(search: Running) -> RunningSearch {
        RunningSearch { pace: Pace::of(&search), search, clock: Clock::here() }
    }
}

#[wasm_bindgen]
impl RunningSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.search.time_limit()
    }

    /// Works for `milliseconds`, and on at least one box. Ends early where it can only wait for the other search. True when the search is
    /// finished.
    ///
    /// # Cost
    /// One piece of work may last longer than the time left: some tens of milliseconds, more with very large models.
    pub fn run(&mut self, milliseconds: f64) -> bool {
        let until = self.clock.now() + milliseconds;
        let mut from = until - milliseconds;
        loop {
            if self.search.step(self.pace.pieces()) {
                return true;
            }
            let now = self.clock.now();
            if self.search.idle() {
                return false;
            }
            self.pace.took((now - from) / 1e3);
            if now >= until {
                return false;
            }
            from = now;
        }
    }

    /// Works through at most `boxes` boxes (a whole number). True when the search is finished.
    pub fn step(&mut self, boxes: f64) -> bool {
        self.search.step(boxes as u64)
    }

    /// Cost of the incumbent (null where there is none), a proved lower bound of every answer's cost, and the number of opened boxes.
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

    /// Whether another search may work on some of its boxes.
    pub fn shares(&self) -> bool {
        self.search.shares()
    }

    /// Makes a search that has done nothing yet the assistant of another one, of the same model and request. It works on the boxes that it
    /// takes.
    pub fn assist(&mut self) {
        self.search.assist();
    }

    /// Whether it can do nothing until it takes a parcel, or boxes that are away come back.
    pub fn waits(&self) -> bool {
        self.search.idle()
    }

    /// A parcel for the other search: the incumbent and, with `boxes`, some of the open boxes. Nothing where it has nothing to give.
    pub fn parcel(&mut self, boxes: bool) -> Option<Vec<u8>> {
        self.search.parcel(boxes)
    }

    /// Takes the other search's parcel.
    pub fn take(&mut self, parcel: &[u8]) {
        self.search.take(parcel);
    }

    /// States the least bound of the boxes that are away; infinite when none is.
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
