//! The search engines, one in each folder. The box search is for models whose regions are boxes, and for costs that are
//! sums over features. Branch and bound over linear and quadratic programs is for hyperplanes, and for limits that
//! couple features. The others are boxes with Lagrangian prices for linear rows, the mixed-integer program, and the
//! nearest background row.

pub(super) mod box_search;
pub(super) mod lagrangian;
pub(super) mod largest_change;
pub(super) mod lp_search;
pub(super) mod milp;
pub(super) mod nearest_row;
