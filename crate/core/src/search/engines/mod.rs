//! The searches, a folder each: the box search for models whose regions are boxes and costs that are sums over features; branch and bound over linear and
//! quadratic programs for hyperplanes and limits that couple features; boxes with linear rows priced; the mixed-integer program; the nearest background row.

pub(super) mod box_search;
pub(super) mod lagrangian;
pub(super) mod largest_change;
pub(super) mod lp_search;
pub(super) mod milp;
pub(super) mod nearest_row;
