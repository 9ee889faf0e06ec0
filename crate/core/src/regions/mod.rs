//! Predictions over whole regions: [`slice`] gives the exact cells of a plane through a point, [`pieces`] its exact polygons where
//! slanted cuts cross it. Imports `ensemble`, `grid`, `schema`.

mod axis;
mod pieces;
mod plane;
mod polygon;
mod slice;

pub use axis::{default_window, Axis};
pub use pieces::{pieces, Pieces};
pub use slice::{slice, Slice, Window};

use crate::ensemble::PredictError;

/// Why there is no slice.
#[derive(Clone, Debug, PartialEq)]
pub enum RegionError {
    /// The point has another number of columns than the model.
    Columns {
        /// Found in the point.
        found: usize,
        /// What the model reads.
        expected: usize,
    },
    /// There is no such feature.
    Feature(usize),
    /// Both axes are the same feature.
    SameFeature,
    /// A window is empty or not finite.
    Window {
        /// Lower end given.
        lo: f64,
        /// Upper end given.
        hi: f64,
    },
    /// A hyperplane split reads an axis of which [`slice`] is asked for cells, or category sets read one that is a number.
    NotCells {
        /// Input column.
        column: usize,
    },
    /// The point lacks the value of a column that the model has no rule for.
    Missing {
        /// Input column.
        column: usize,
    },
    /// The model tells apart more cells than fit in memory.
    TooMany {
        /// Cells over both axes.
        cells: usize,
    },
    /// Slanted cuts part the window into more pieces than are drawn.
    Pieces {
        /// So many may be.
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
