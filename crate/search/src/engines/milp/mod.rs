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

/// The reason why the mixed-integer program does not take causal relations by trees.
pub(crate) const NO_TREES: &str =
    "consequences of trees are not in the mixed-integer program in this version; leave the engine out";

/// The reason why the mixed-integer program does not take neurons of several hidden layers.
pub(crate) const NO_NEURONS: &str =
    "networks of several hidden layers are not in the mixed-integer program in this version; leave the engine out";
