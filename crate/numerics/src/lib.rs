//! Linear and convex quadratic programs that know no trees.
//!
//! A [`Program`] has bounded columns with costs, coordinates that are sums of columns, and pairs of rows over coordinates. A
//! [`Relaxation`] solves it for the rows that the caller names, again and again as a branch and bound adds rows and moves bounds, each time
//! from where the last solve ended. Which method solves it depends on the cost:
//!
//! | cost | method |
//! | --- | --- |
//! | linear | `simplex`: a bounded dual simplex over a dictionary of the active rows |
//! | the largest change | `linf`: Newton's method on the largest change, with the simplex inside |
//! | squares of columns | `separable_qp`: dual ascent |
//! | a quadratic form | `active_set`: guesses of the active set, with `coupled_qp_interior_point` where these do not end |
//!
//! No result is believed for the method's sake. Any multipliers of the rows prove a lower bound (weak duality), so each method's bound is computed
//! again from its multipliers and the rows as they were given, with all rounding counted against it. So is the proof that there is no point.
//!
//! Beside these stand [`block_interior_point`], for programs in blocks that a few movements connect; [`min_norm_point`], the point of a convex hull that is nearest to the origin, [`draws`], numbers drawn at random but always alike,
//! [`sorting`], [`powers`] of two, and [`decimal`], numbers read from text.

mod active_set;
pub mod block_interior_point;
mod coupled_qp_interior_point;
pub mod decimal;
mod dense_solve;
pub mod draws;
mod linf;
pub mod min_norm_point;
pub mod powers;
mod program;
mod quadratic_form;
mod relaxation;
mod scratch;
mod separable_qp;
mod simplex;
pub mod sorting;
mod sparse_factor;
pub mod tolerances;

pub use program::{LargestChange, Program, RowPair, RowPairs};
pub use quadratic_form::Matrix;
pub use relaxation::Relaxation;
pub use scratch::Scratch;
pub use simplex::{Direction, Outcome};
pub use sparse_factor::{Envelope, Factor, Sparse};
