//! A quadratic form over coordinates, with its envelope for factoring.

use crate::sparse_factor::{Envelope, Sparse};

/// A quadratic form `z Q z` over coordinates.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// The entries of Q.
    pub entries: Sparse,
    /// The rows in which Q is factored.
    pub envelope: Envelope,
    /// Its largest entry.
    pub largest: f64,
    /// The shift of its diagonal that makes it semidefinite.
    pub lack: f64,
}

impl Matrix {
    /// A form of these entries, and the shift of its diagonal that makes it semidefinite.
    pub fn new(entries: Sparse, lack: f64) -> Matrix {
        Matrix { envelope: Envelope::new(&entries), largest: entries.largest(), entries, lack }
    }
}
