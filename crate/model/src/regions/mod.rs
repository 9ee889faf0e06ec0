//! Predictions over whole regions. [`slice()`] gives the exact cells of a plane through a point. [`pieces()`] gives its
//! exact polygons where hyperplanes cross it or leaves are linear. Imports `ensemble`, `cells`, `schema`, and numerics
//! for sorting.

mod axis;
mod borders;
mod cell_scores;
mod linear_scores;
mod pieces;
mod polygon;
mod slice;

pub use axis::{default_window, SliceAxis};
pub use borders::Borders;
pub use pieces::{pieces, Pieces};
pub use slice::{slice, Slice, Window};

use crate::ensemble::PredictError;

/// The reason why there is no slice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RegionError {
    /// The point has a different number of columns from the model.
    Columns {
        /// Number of columns of the point.
        found: usize,
        /// Number of columns of the model.
        expected: usize,
    },
    /// There is no such feature.
    Feature(usize),
    /// Both axes are the same feature.
    SameFeature,
    /// The model has linear leaves, so its scores vary within a cell: [`pieces()`] has them.
    LinearLeaves,
    /// A window is empty or not finite.
    Window {
        /// Lower bound given.
        lo: f64,
        /// Upper bound given.
        hi: f64,
    },
    /// A hyperplane split reads an axis for which [`slice()`] should give cells, or category sets read a numeric axis.
    NotCells {
        /// Input column.
        column: usize,
    },
    /// The point lacks the value of a column, and the model has no rule for that.
    Missing {
        /// Input column.
        column: usize,
    },
    /// The model has more cells than fit in memory.
    TooMany {
        /// Number of cells over both axes.
        cells: usize,
    },
    /// Slanted cuts split the window into too many pieces.
    Pieces {
        /// Largest number of pieces.
        most: usize,
    },
    /// The model has more classes than a cell can name.
    Classes(usize),
}

impl From<PredictError> for RegionError {
    fn from(error: PredictError) -> RegionError {
        match error {
            PredictError::Columns { found, expected } => RegionError::Columns { found, expected },
            PredictError::Missing { column } => RegionError::Missing { column },
        }
    }
}

impl std::fmt::Display for RegionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RegionError::Columns { found, expected } => {
                write!(f, "the point has {found} values; the model reads {expected} columns")
            }
            RegionError::Feature(n) => write!(f, "there is no feature number {n}; give two of the schema's features"),
            RegionError::SameFeature => f.write_str("both axes are the same feature; give two"),
            RegionError::LinearLeaves => {
                f.write_str("the leaves are linear functions, so there are pieces instead of cells")
            }
            RegionError::Window { lo, hi } => {
                write!(f, "the window {lo} to {hi} is empty; give finite ends, the lower first")
            }
            RegionError::NotCells { column } => write!(
                f,
                "the model does not cut column {column} at fixed values; give another feature for this axis"
            ),
            RegionError::Missing { column } => write!(
                f,
                "the value of column {column} is missing, and the model has no rule for a missing value there; give a number"
            ),
            RegionError::TooMany { cells } => write!(f, "the window has {cells} cells; give a smaller one"),
            RegionError::Pieces { most } => write!(f, "the window has more than {most} pieces; give a smaller one"),
            RegionError::Classes(n) => write!(f, "the model has {n} classes; at most 256 can be drawn"),
        }
    }
}

impl std::error::Error for RegionError {}
