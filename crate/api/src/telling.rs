//! How long it takes to tell the answer so far: it is written and checked.

/// Number of regions or other answers that take as long as the rest of an answer. More foresees less for short lists that grow; less foresees more. By
/// hand: for a small model it is ten or twenty, for a large one hundreds.
const REST: usize = 50;
/// An answer that has grown to so many times its length should be told again, so that its time is measured and not foreseen. More measures more rarely;
/// less spends more of a search on telling. By hand: all such tellings of a list that grows take a third of the time of the last one.
const GROWN: usize = 4;

/// The time that telling takes, by the last time. Lists of regions grow until the end, and each region is checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Telling {
    seconds: f64,
    length: usize,
}

impl Telling {
    /// States that telling an answer of this length ([`Running::listed`](crate::Running::listed)) took so many seconds.
    pub fn took(&mut self, length: usize, seconds: f64) {
        *self = Telling { seconds, length };
    }

    /// Seconds that telling an answer of this length will take; 0 before the first one was told.
    pub fn foreseen(&self, length: usize) -> f64 {
        self.seconds * (length + REST) as f64 / (self.length + REST) as f64
    }

    /// Whether the answer has grown by so much that it should be told before the search goes on.
    pub fn grown(&self, length: usize) -> bool {
        length + REST > GROWN * (self.length + REST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search of a list that grows ever faster, in units of a millisecond: it ends with its limit, whatever the list's growth.
    fn ends_at(limit: f64, rest: f64, each: f64, growth: impl Fn(f64) -> f64) -> f64 {
        let tells = |length: usize| rest + each * length as f64;
        let (mut telling, mut now, mut worked) = (Telling::default(), 0.0, 0.0);
        let mut length = 0;
        // Whether the answer was told and the search has not gone on since.
        let mut fresh = false;
        while now + telling.foreseen(length) < limit {
            now += 1e-3;
            worked += 1e-3;
            length = growth(worked) as usize;
            fresh = false;
            // The first time after a quarter of a second, as callers do.
            if telling.grown(length) || telling.seconds == 0.0 && worked > 0.25 {
                now += tells(length);
                telling.took(length, tells(length));
                fresh = true;
            }
        }
        if fresh {
            now
        } else {
            now + tells(length)
        }
    }

    #[test]
    fn a_list_that_grows_ever_faster_is_told_within_the_limit() {
        for rest in [1e-4, 1e-2, 0.5] {
            for each in [1e-6, 1e-4, 2e-4] {
                for growth in [|t: f64| 10.0 * t, |t: f64| 40.0 * t * t, |t: f64| 1.5 * t.powi(4), |t: f64| t.exp()] {
                    let end = ends_at(10.0, rest, each, growth);
                    assert!(end > 6.0 && end < 10.05, "{end} s with {rest} and {each}");
                }
            }
        }
    }
}
