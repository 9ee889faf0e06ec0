//! The mixed-integer program of a query: the OCEAN formulation. It can be solved, or written to a file.

mod formulation;
pub(crate) mod hyperplanes;
mod node;
mod relaxation;
mod search;

pub(crate) use search::MilpSearch;
pub(crate) use {
    formulation::{number, safe, safe_part, unique, ColumnMeaning, Domain, Feasible, Purpose, RowMeaning},
    relaxation::{Lp, MilpRelaxation, SolveProgress, Square, Steps},
};

pub use formulation::{Formulation, ProgramFormat, ProgramKind};

espalier_engines::engine!(MilpSearch, Levels);
espalier_engines::engine!(hyperplanes::HyperplaneSearch, Row, proved, shorten, replaced);

/// The reason why the mixed-integer program does not take causal relations by trees.
pub(crate) const NO_TREES: &str =
    "consequences of trees are not in the mixed-integer program in this version; leave the engine out";

/// The reason why the mixed-integer program does not take a large model.
pub(crate) const TOO_LARGE: &str =
    "this model has too many leaves and levels for a mixed-integer program; leave the engine out";

/// The most rows of trees that the engine takes: one for each tree and each split. `microlp` solves a program in one call, which no clock interrupts:
/// 3,000 stumps took 0.5 s, 6,000 took 3 s, 12,000 took 11 s (native). More lets Stop wait longer; less refuses more models. By hand.
pub(crate) const MOST_ROWS: usize = 1 << 14;

/// The reason why the mixed-integer program does not take neurons of several hidden layers.
pub(crate) const NO_NEURONS: &str =
    "networks of several hidden layers are not in the mixed-integer program in this version; leave the engine out";
