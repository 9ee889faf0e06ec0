//! Isolation forests (Liu, Ting and Zhou 2008): growing a forest from rows, and the average path length of a row.
//! Imports `ensemble`.

mod grow;
mod random;

pub use grow::{grow, SAMPLE, TREES};

/// c(n): average path length of an unsuccessful search among n rows (equation 1), with scikit-learn's values for n up to 2
/// and its logarithm in place of the harmonic number.
pub fn path_correction(rows: f64) -> f64 {
    if rows <= 1.0 {
        0.0
    } else if rows <= 2.0 {
        1.0
    } else {
        2.0 * ((rows - 1.0).ln() + 0.577_215_664_901_532_9) - 2.0 * (rows - 1.0) / rows
    }
}

/// The quantile `q` (from 0 to 1) of numbers in ascending order, by linear interpolation between the two nearest ranks: the
/// number at rank `(n - 1) q`, counted from 0 (numpy's default, type 7 of Hyndman and Fan). `None` of no numbers.
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    let at = q.clamp(0.0, 1.0) * ascending.len().checked_sub(1)? as f64;
    let (low, high) = (ascending[at.floor() as usize], ascending[at.ceil() as usize]);
    Some(low + (high - low) * at.fract())
}

#[cfg(test)]
mod tests;
