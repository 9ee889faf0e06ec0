//! Every tolerance of the search that stands for a meaning: costs that are equal, scores that are reached, numbers that
//! are whole, rows that are kept, rounding that a bound allows for. Each tells its unit, the effect of more and of
//! less, and how it was chosen. Tolerances of the same meaning but of different values stand side by side. A number
//! that only steers one numerical method, such as its regularization, stands there.
//!
//! No tolerance makes a statement true. The predictor confirms every answer, and bounds are lowered by rounding, never
//! raised. "By hand" means that no measurement is recorded.

pub use espalier_numerics::tolerances::{FEASIBLE, MULTIPLIERS};

// Costs.

/// Costs are equal within this share of themselves: ties, budgets, radii, and the gap of an answer that is called
/// optimal. The contract states it (docs/contract), and the checks use the same number (`espalier-verify`). More would
/// call dearer answers optimal. Less would come near the rounding of a sum of thousands of terms in another order. By
/// hand.
pub const EQUAL: f64 = 1e-9;

/// As [`EQUAL`], where a network reads single precision and the incumbent may stand on the border of a node's linear
/// piece: the bound stated stays the node's own. It is some steps of single precision. By hand.
pub const EQUAL_SINGLE: f64 = 1e-6;

/// As [`EQUAL`], in units of cost, for costs close to 0. It is [`EQUAL`] of [`LEAST_COST`], and the same as in the
/// checks.
pub const COST_ROUNDING: f64 = 1e-12;

/// The least cost that a relative tolerance counts, in units of cost. Without it nothing but 0 would equal 0. More
/// would tie answers whose costs differ by more than [`EQUAL`] of themselves. By hand.
pub const LEAST_COST: f64 = 1e-3;

/// Boxes and nodes are closed where their bound reaches the incumbent's cost less this share of it. Together with
/// [`SHORTER`] it stays below [`EQUAL`], so `optimal` holds. More would break that. Less leaves nodes open for rounding
/// alone. It was 1e-10 until rounding was taken off the bounds; the value within these limits is by hand.
pub const CLOSE: f64 = 4e-10;

/// A node of the mixed-integer program is closed [`EQUAL`] of the cost limit and this many units of cost below that
/// limit, once it has been solved by lp_search. More would leave cheaper answers out. Less divides solved nodes once
/// more. By hand.
pub const CLOSE_SOLVED_NODE: f64 = 4e-10;

/// The most by which shorter decimals may change the cost of an answer, as a share of it. It may be as much as
/// [`CLOSE`] leaves of [`EQUAL`]. It holds of the cheaper side too: limits over several features forgive the rounding
/// of numbers, and no answer may become cheaper by that. More would break `optimal`; less keeps longer decimals. It was
/// 1e-10 until both were counted together; the value within these limits is by hand.
pub const SHORTER: f64 = 4e-10;

/// The most by which a consequence that is set to the value of its causes may raise the cost of an answer, as a share
/// of it. More would break `optimal`. Less leaves a consequence off by the program's rounding. By hand.
pub const FOLLOWED: f64 = 1e-10;

/// Further answers beside hyperplanes and sums may cost this share more than the first while they are looked for, since
/// rounding and slabs make them dearer. They are drawn nearer afterwards. In single precision it is the tolerance of a
/// tie too, since rounding alone moves costs by up to 1e-7. [`EQUAL`] in its place missed half of the tied regions
/// (docs/design/08-questions.md). More lists answers only to drop them again.
pub const NEARLY_EQUAL: f64 = 1e-6;

/// The cost that a certificate beside linear constraints claims lies this much below the answer's, in units of cost, for costs close
/// to 0. It is [`CLOSE`] of [`LEAST_COST`], and must stay below [`COST_ROUNDING`], which the check forgives. Less
/// leaves boxes open for rounding.
pub const CLAIM: f64 = 4e-13;

/// The least cost or gap by which a bound's rise is divided, in units of cost. It only keeps quotients finite. By hand.
pub const LEAST_GAP: f64 = 1e-12;

/// The least cost that a move of a dive counts, in units of cost, so that a move that costs nothing is not the best
/// whatever it gains. More treats cheap moves alike. Less lets free moves come first. By hand.
pub const FREE_MOVE: f64 = 1e-9;

/// As [`FREE_MOVE`], for crossing a test in `lp_search`. By hand.
pub const FREE_CROSSING: f64 = 1e-6;

/// The largest cost that counts as equal to `cost` within a share of it.
pub fn within(cost: f64, share: f64) -> f64 {
    cost + share * cost.max(LEAST_COST)
}

/// The largest cost that counts as within a radius or budget.
pub fn reach(radius: f64) -> f64 {
    radius * (1.0 + EQUAL) + COST_ROUNDING
}

// Scores.

/// Rounding of a sum of raw scores, relative to the larger of 1 and its need. The exact test forgives as much. The
/// checks use the same number. More would accept scores below the target. Less would refuse a sum that was added up in
/// another order. By hand.
pub const SCORE: f64 = 1e-9;

/// Slack of rows over scores in pruning, relative to the larger of 1 and the largest need. It is twice [`SCORE`], so
/// that rounding of the search's own sums never prunes an answer. Sums of a few thousand leaf values round by far less.
/// More puts more points to the predictor. Less would prune answers of the exact test.
pub const SCORE_SLACK: f64 = 2e-9;

/// Heights of a prediction that differ by less than this, relative to the larger of 1 and themselves, count as equal.
/// It is four times [`SCORE`] and twice [`SCORE_SLACK`], so that a search can tell two heights apart. More stops the
/// search further below the best prediction.
pub const HEIGHT: f64 = 4e-9;

/// The predictor decides levels whose sums lie this near to their needs, in units of raw score. Sums of differences
/// round more than sums. More asks the predictor more often. Less would trust rounded differences. By hand.
pub const NEAR_NEED: f64 = 1e-7;

/// A softmax of three or more classes is reached for certain where the rows' leads give this share more than the
/// probability. More asks the predictor more often. Less would come near the rounding of the exponents in single
/// precision (2^-24 each). By hand.
pub const CERTAIN: f64 = 1e-6;

/// Rounding of a lead under a softmax in single precision, per class, in units of raw score, beside the rounding of the
/// exponents. More admits more points for the predictor to refuse. Less would prune points that it accepts. By hand.
pub const SOFTMAX_LEAD_SINGLE: f64 = 2e-11;

/// As [`SOFTMAX_LEAD_SINGLE`], in double precision. By hand.
pub const SOFTMAX_LEAD_DOUBLE: f64 = 1e-14;

/// The least lack of score by which a cost is divided for a first multiplier, in units of raw score. It keeps a first
/// multiplier below a million times the budget. It only steers. By hand.
pub const LEAST_LACK: f64 = 1e-6;

/// As [`LEAST_LACK`], where `lp_search` measures the gain of a crossing as a share of the lack. By hand.
pub const LEAST_LACK_LP: f64 = 1e-9;

// Whole numbers and levels.

/// A term of a whole number or a level may miss its limit by this share of its size where a row is checked. It only
/// covers the rounding of the product and the sum. The checks use the same number. By hand.
pub const WHOLE_TERM: f64 = 1e-9;

/// A distance between ordered levels counts as reached where it is this close, in levels. It only covers the rounding
/// of a share times a number of levels. By hand.
pub const LEVEL_DISTANCE: f64 = 1e-9;

/// A number of a program's point is whole if it lies this near to a whole number, in raw units. Programs end within
/// [`FEASIBLE`] of a feature's scale, so a range of up to some thousands is covered. More rounds points to answers that
/// the rows exclude, which the predictor and the rows then refuse. Less branches on rounding. By hand.
pub const WHOLE_NUMBER: f64 = 1e-6;

/// A level of a program's point is chosen or not where its share lies this near to 1 or 0. More and less as for
/// [`WHOLE_NUMBER`]. By hand.
pub const LEVEL: f64 = 1e-7;

/// As [`WHOLE_NUMBER`] and [`LEVEL`], once nothing is left to branch on within these. Then everything is divided that is off
/// by more than the rounding of doubles. By hand.
pub const FINE: f64 = 1e-12;

/// A price of change counts as paid from this share of it on. [`STILL`] says that a number has not moved. More leaves
/// prices in part unpaid. Less branches on rounding. By hand.
pub const PAID: f64 = 1e-9;

/// A box beside linear constraints is divided at a level of which its program's point holds a share at least this far from 0 and 1.
/// Boxes can be divided elsewhere too, so this may be more than [`LEVEL`]. By hand.
pub const LEVEL_OF_BOX: f64 = 1e-6;

/// An integer column of the engine `milp` counts as whole within this. Its sides are moved by up to 8e-6, and its
/// program ends up to 3e-5 off. So this must be more than that. More gives nodes to lp_search earlier, with more
/// solves. It was 1e-7 with a simplex whose sides were not moved. By hand.
pub const WHOLE_COLUMN: f64 = 1e-4;

/// A change of up to this counts as none, in the feature's scale. More would overlook small moves that have a price.
/// Less would call the program's last bits a change. By hand.
pub const STILL: f64 = 1e-11;

/// The greatest move of a number to a shorter decimal, in the feature's scale. Nobody would call a value that near
/// another value. More makes decimals shorter. By hand.
pub const NEXT_TO: f64 = 1e-6;

/// A step of single precision, relative to the number: 2^-23 and a little more.
pub const STEP_SINGLE: f64 = 1.2e-7;

// Rows, hyperplanes and hulls.

/// A point at most this far outside of its hull is taken to be inside, in scaled units. It is one and a half times
/// [`FEASIBLE`], since the program rounds as much. The nearest-point method ends in between this and [`OUTSIDE_HULL`].
/// By hand.
pub const INSIDE_HULL: f64 = 1.5 * FEASIBLE;

/// A cut is made where a point is proved to be further outside of its hull than this. It is twice [`INSIDE_HULL`], so
/// that the method always ends. By hand.
pub const OUTSIDE_HULL: f64 = 3.0 * FEASIBLE;

/// The nearest point of a hull is exact to this where an answer's row is checked, in scaled units. By hand.
pub const ON_HULL: f64 = 1e-12;

/// The slab: the distance that a point must keep from a hyperplane, with the largest coefficient of the row's real
/// numbers scaled to 1. The rounding of the model's own sum comes on top. It must be more than [`FEASIBLE`]. More makes
/// answers dearer (up to 2e-6 of their cost in double precision, before they are drawn nearer). Less than [`FEASIBLE`]
/// would leave points on the wrong side; a slab of 2e-11, and a tolerance with it, left one in thirty requests with
/// squared costs unproved (docs/experiments/lp-search.md).
pub const SLAB: f64 = 1e-9;

/// As [`SLAB`] in the engine `milp`, for sums that only contain whole numbers and levels, with the largest coefficient
/// scaled to 1. Such sums lie far apart, and the solvers' own tolerance is 1e-6. By hand.
pub const APART: f64 = 1e-6;

/// In a program for another solver, the side that a tie of whole numbers goes to reaches this far beyond the border,
/// with the largest coefficient scaled to 1. More lets sums beyond the border in; less lets rounding exclude a tie. By
/// hand.
pub const OVERLAP: f64 = 1e-9;

/// A number this near to an end of its range, as a share of the range, is tried at that end where sides of hyperplanes overlap. Larger than the
/// overlap of two hyperplanes, and small beside any change that matters. A wrong try costs nothing. By hand.
pub const CORNER: f64 = 1e-7;

/// Linear constraints that are widened for single precision ([`crate::problem::Problem::lost`]) are wider by this share
/// of each number's range too. It must be more than [`FEASIBLE`], since else a sum may be met by one point alone, which
/// programs miss; more would take up the share of 2.5e-7 that the check forgives. By hand.
pub const WIDENED: f64 = 8.0 * FEASIBLE;

/// A linear constraint can be kept if its least sum exceeds the limit by at most this share of 1 plus the sizes of its
/// terms. More leaves boxes for the predictor and the rows' own check. Less would drop boxes for rounding. By hand.
pub const CONSTRAINT_KEPT: f64 = 1e-9;

// Rounding, taken off bounds and added to reaches. More is safe and proves less. Less than the rounding itself would
// prove something false.

/// A bound of the box search, per unit of the numbers that were added up: some hundred operations on each, each of half
/// a unit in the last place (2^-53). Without it one optimum in 150,000 random instances was wrong
/// (docs/experiments/box-search.md). The checks use the same number.
pub const MESSAGES: f64 = 1e-13;

/// Each reduced cost in such a bound of the engine `milp` is a short sum: its rounding, per unit of the largest
/// multiplier. By hand.
pub const REDUCED_COST: f64 = 1e-15;

/// As [`MULTIPLIERS`], for the sum of the trees' best leaves in the engine `milp`, per unit of the leaves' sizes. By
/// hand.
pub const BEST_LEAVES: f64 = 1e-13;

/// The charges of all trees together, per unit of the sizes of their sums. By hand.
pub const CHARGES: f64 = 1e-12;

/// A sum of an integer equation, per unit of 1 and the sizes of its parts. By hand.
pub const EQUATION: f64 = 1e-12;

/// A hyperplane's sum over the coordinates' bounds where these decide its test, per unit of 1 and its span. By hand.
pub const SPAN: f64 = 1e-12;

/// As [`SPAN`], for the sum of a consequence's trees, per unit of its sizes. By hand.
pub const CONSEQUENCE_SPAN: f64 = 1e-11;

/// As [`SPAN`], where a row's sum narrows bounds. By hand.
pub const NARROWED: f64 = 1e-10;

/// The share of a reduced cost that charges have left, less this. Shares are at most 1. By hand.
pub const REMAINDER: f64 = 1e-9;

/// Reduced-cost fixing of the engine `milp`, per unit of 1 and the gap. By hand.
pub const FIXING: f64 = 1e-9;

/// The limit of a hull's cut, per unit of 1 and the limit. By hand.
pub const HULL_CUT: f64 = 1e-13;
