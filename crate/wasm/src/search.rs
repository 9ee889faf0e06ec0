//! A running search.

use crate::border;
use crate::clock::Clock;
use espalier_api::{Pace, Running, Telling};
use std::cell::Cell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

/// A search that runs in slices of time.
#[wasm_bindgen]
pub struct RunningSearch {
    search: Running,
    clock: Clock,
    pace: Pace,
    telling: Cell<Telling>,
}

impl RunningSearch {
    pub(crate) fn new(search: Running) -> RunningSearch {
        RunningSearch { pace: Pace::of(&search), search, clock: Clock::here(), telling: Cell::default() }
    }
}

#[wasm_bindgen]
impl RunningSearch {
    /// Seconds that the request allows.
    pub fn time_limit(&self) -> f64 {
        self.search.time_limit()
    }

    /// Works for `milliseconds`, and on at least one box. Ends early where it can only wait for the other search, by the time that telling the answer has
    /// become longer, and where the answer should be told. True when the search is finished.
    ///
    /// # Cost
    /// One piece of work may last longer than the time left: some tens of milliseconds, more with very large models.
    pub fn run(&mut self, milliseconds: f64) -> bool {
        let mut from = self.clock.now();
        let until = from + milliseconds + self.telling();
        loop {
            if self.search.step(self.pace.pieces()) {
                return true;
            }
            let now = self.clock.now();
            if self.search.idle() {
                return false;
            }
            self.pace.took((now - from) / 1e3);
            if now + self.telling() >= until || self.grown() {
                return false;
            }
            from = now;
        }
    }

    /// Works through at most `boxes` boxes (a whole number). True when the search is finished.
    pub fn step(&mut self, boxes: f64) -> bool {
        self.search.step(boxes as u64)
    }

    /// Milliseconds that telling the answer so far will take, by the last time.
    pub fn telling(&self) -> f64 {
        self.telling.get().foreseen(self.search.listed()) * 1e3
    }

    /// Whether the answer has grown by so much since it was told that it should be told before the search goes on.
    pub fn grown(&self) -> bool {
        self.telling.get().grown(self.search.listed())
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
        let (length, from) = (self.search.listed(), self.clock.now());
        let answer = self.search.answer(milliseconds).map(|answer| border::write_answer(&answer));
        let mut telling = Telling::default();
        telling.took(length, (self.clock.now() - from) / 1e3);
        self.telling.set(telling);
        answer
    }
}
