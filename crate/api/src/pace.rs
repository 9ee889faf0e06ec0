//! How many pieces of work a caller lets a search do between two looks at its clock.

use crate::Running;

/// Aim for the time between two looks at the clock, in seconds. More lets a limit wait longer; less spends more of the time on the clock. By hand.
const LOOK: f64 = 1e-3;
/// The most tree nodes that the pieces between two looks may read if each piece reads the whole model. Of a large model many boxes are closed in
/// microseconds and the next one takes 20 ms (60,000 stumps), so that the last pieces say little of the next ones. By hand.
const NODES: u64 = 200_000;
/// The most pieces between two looks at any size: a look takes less than a microsecond. By hand.
const MOST: u64 = 1000;

/// The number of pieces between two looks at the clock. It follows the time that the last ones took, within a limit that falls with the model's size.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pieces: u64,
    most: u64,
}

impl Pace {
    /// The pace of a search that begins: one piece.
    pub fn of(search: &Running) -> Pace {
        Pace { pieces: 1, most: (NODES / search.nodes().max(1)).clamp(1, MOST) }
    }

    /// For [`Running::step`]: the pieces until the next look.
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// States that the last pieces took so many seconds.
    pub fn took(&mut self, seconds: f64) {
        let factor = (LOOK / seconds.max(LOOK / 4.0)).max(0.1);
        self.pieces = ((self.pieces as f64 * factor) as u64).clamp(1, self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asked, Shared};
    use serde_json::json;
    use std::rc::Rc;

    /// The pace of a search over so many stumps.
    fn pace(stumps: usize) -> Pace {
        let tree = json!({"output": 0, "feature": [0, -1, -1], "threshold": [0.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [0, -1, 1]});
        let model = json!({
            "format": "espalier", "version": 1, "kind": "classifier", "columns": 1, "input": "float64", "compare": "<=", "aggregation": "sum",
            "base": [0], "link": "logistic", "trees": vec![tree; stumps],
        });
        let shared = Rc::new(Shared::read(model.to_string().as_bytes(), "model.json", None).expect("it is read"));
        let asked = Asked::new(&shared, &json!({"query": [0], "target": {"class": 1}})).expect("it is read");
        Pace::of(&asked.search().expect("it is answered"))
    }

    #[test]
    fn quick_boxes_do_not_make_a_large_model_wait_for_slow_ones() {
        for (stumps, most) in [(1, MOST), (100, 666), (60_000, 1)] {
            let mut pace = pace(stumps);
            for _ in 0..20 {
                pace.took(0.0);
            }
            assert_eq!(pace.pieces(), most, "{stumps} stumps");
            pace.took(1.0);
            assert!(pace.pieces() <= (most / 10).max(1), "{stumps} stumps");
        }
    }
}
