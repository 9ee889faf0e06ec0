//! Exact counterfactuals for tree ensembles.
//!
//! model -> query -> search -> explanation: data flows one way. This crate is pure: no wasm, no clock, no files, no
//! randomness of its own. `espalier-documents` reads model files, requests and schemas into its types.

pub mod draws;
pub mod ensemble;
pub mod explanation;
pub mod grid;
pub mod model;
pub mod query;
pub mod regions;
pub mod schema;
pub mod search;

/// Whether this build answers what is asked less often: answers in regions of their own, certificates, regions
/// within a radius, the best prediction within a budget. Where it does not, [`SearchError::Elsewhere`](search::SearchError) says so.
pub const MORE: bool = cfg!(feature = "more");

/// Whether this build writes certificates: of requests without sums over features those that have all of [`MORE`], of others the one
/// that has the search for them besides.
pub const CERTIFIES: bool = MORE || COVERS;

/// Whether this build writes certificates beside sums over features.
pub const COVERS: bool = cfg!(feature = "cover");

/// Whether this build lists regions within a radius, of requests as [`CERTIFIES`] says.
pub const LISTS: bool = MORE || COVERS;

/// Whether the box search of this build looks for answers, not only for proofs.
pub const SEEKS: bool = cfg!(feature = "boxes");

/// Whether this build answers for hyperplanes, sums over features, and hulls.
pub const SLANTED: bool = cfg!(feature = "slanted");

/// Whether some search of this build finds answers as levels of every feature, not as raw rows.
pub const LEVELS: bool = cfg!(any(feature = "boxes", feature = "milp"));

/// Whether some search of this build keeps limits on sums over features.
pub const SUMS: bool = cfg!(any(feature = "slanted", feature = "more", feature = "milp"));

/// Whether this build looks for the best prediction within a budget.
pub const CLIMBS: bool = MORE || ALONE;

/// Whether this build keeps answers in hulls, and cuts these out of slices: the mixed-integer program refuses them, and boxes, with
/// linear programs and without, leave them to linear programs alone.
pub const HULLS: bool = LEARNED;

/// Whether some search of this build answers quadratic costs that couple features: boxes with linear programs do not.
pub const QUADRATICS: bool = LEARNED || cfg!(feature = "milp");

/// Whether some search of this build splits quadratic costs that couple features into squares, which a mixed-integer program knows.
pub const SQUARES: bool = cfg!(feature = "milp");

/// Whether some search of this build knows trees by linear programs alone: boxes with linear programs leave to these what lies within
/// one leaf of each tree.
pub const TREES: bool = LEARNED || cfg!(feature = "milp");

/// Whether some search of this build goes through hyperplanes from the whole space on: the mixed-integer program and boxes with linear
/// programs hand it parts of it.
pub const ALONE: bool = LEARNED;

/// Whether some search of this build answers the largest change over one tree with hyperplanes by the search for these.
pub const LARGEST: bool = LEARNED;

/// Whether this build draws answers nearer to hyperplanes than their rows' slabs: the mixed-integer program takes the rows' own.
pub const NEARER: bool = LEARNED;

/// Whether linear programs of this build know values that are missing, and splits of numbers by intervals: the mixed-integer program
/// refuses them.
pub const ABSENT: bool = LEARNED || cfg!(feature = "coupled");

/// Whether this build ends steps of squared costs by their own size and takes back what multipliers have grown beyond need: cells of the
/// mixed-integer program go without.
pub const EASED: bool = LEARNED || cfg!(feature = "coupled");

/// Whether this build tries whether whole numbers and levels can meet equations: cells of the mixed-integer program go without, and so does
/// the search for hyperplanes by itself, where it would take 6 kB.
pub const DISCRETE: bool = cfg!(feature = "coupled");

/// Whether some search of this build keeps limits by which features follow from others as trees say.
pub const LEARNED: bool = SLANTED && cfg!(any(feature = "more", not(any(feature = "milp", feature = "coupled"))));
