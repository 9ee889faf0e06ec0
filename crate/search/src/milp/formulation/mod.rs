//! The OCEAN formulation (Parmentier & Vidal 2021, Section 3 and supplement) of one query, over levels.
//!
//! The columns are the level of each feature and the path of each tree's flow. A feature with ordered levels has one
//! column for each gap, "is above" (the paper's mu, and its omega for ordinal features). Any other feature has one
//! column for each level (nu); with two levels that is one binary (x). A level costs as much as its cheapest attainable
//! point. So every cost that is a sum over features is a sum over columns, and needs no big M. The largest change is a
//! column of its own.
//!
//! Two programs have these columns ([`ProgramKind`]). In the paper's program, a unit of flow enters each tree and
//! divides at each inner node (8), (9). A binary for each tree and depth says to which side (10) to (12). The flow to a
//! side is limited by the feature's level ((16), (17) and the like).
//!
//! In the other program, each tree has a column for each leaf, a test's row contains all leaves on one side of it, and
//! the levels are integer columns. With the levels decided, the flows are integer without further binaries. Limits on
//! levels, such as a number of changes, hold only for integer levels.

mod features;
mod flows;
mod leaf_columns;
mod named_columns;
mod names;
mod rows;
mod write;

pub(super) use features::{has, FeatureColumns, Set};
pub(crate) use names::{number, safe, safe_part, unique};

use crate::SearchError;
use espalier_engines::problem::Problem;

/// Largest number of words that the sets of levels of all leaves may take: 128 MB. Models that need more are refused.
/// More comes near the memory of a module of WebAssembly. By hand.
const MOST: usize = 1 << 24;

/// The file format of a formulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgramFormat {
    /// Free MPS.
    Mps,
    /// CPLEX's LP format.
    Lp,
}

/// The program of a query. Both programs have the same optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgramKind {
    /// The paper's program: flows through all nodes, and a binary for each tree and depth.
    Paper,
    /// Only levels and leaves: fewer columns and rows, and a stronger relaxation.
    Levels,
}

/// The use of a program, which decides how strict its rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Another solver decides. Scores reach their needs, and ties of whole numbers go to the side that the comparison
    /// says.
    Written,
    /// The engine solves it, and the predictor decides. Scores may miss their needs by the tolerance for rounding, and
    /// ties are allowed on both sides.
    Solved,
}

/// The numbers that a column may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    Real,
    Whole,
}

/// Whether a row can be met in every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feasible {
    Always,
    Perhaps,
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnMeaning {
    /// The feature's level is the live level `.1` or one above it.
    Above(u32, u32),
    /// The feature's level is the live level `.1`.
    Level(u32, u32),
    /// The tree ends in this leaf (its node).
    Leaf(u32, u32),
    /// The tree's path leads through this inner node.
    Node(u32, u32),
    /// The tree's path turns left at this depth.
    Turn(u32, u32),
    /// The answer meets this goal.
    Goal(u32),
    /// The largest change.
    Largest,
    /// A column with a name of its own, by number.
    Own(u32, Domain),
}

/// The meaning of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowMeaning {
    /// A feature above a gap is above all lower gaps.
    Order(u32, u32),
    /// A feature has one level.
    OneLevel(u32),
    /// A tree ends in one leaf.
    OneLeaf(u32),
    /// Leaves of a tree on one side of a test need the feature on that side: tree, feature, number of the set.
    Side(u32, u32, u32),
    /// The flow through an inner node is the sum of the flows to its sides: tree, node.
    Flow(u32, u32),
    /// The flow to a node needs the feature of the test above on that node's side: tree, node.
    Step(u32, u32),
    /// The flows at a depth turn left, or right (`true`), as the binary says: tree, depth.
    Turn(u32, u32, bool),
    /// A square lies above its tangent.
    Tangent,
    /// A goal's score.
    Score(u32, u32),
    /// One goal is met.
    OneGoal,
    /// The limit on the number of changed features.
    MaxChanges,
    /// The largest change is at least this feature's change.
    Largest(u32),
    /// A row with a name of its own, by number, and whether it can be met in every node.
    Own(u32, Feasible),
}

/// `low <= sum of coefficient * column <= high`. All columns are between 0 and their upper bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormulationRows {
    pub why: Vec<RowMeaning>,
    pub start: Vec<usize>,
    pub entry: Vec<(u32, f64)>,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

impl FormulationRows {
    pub fn push(&mut self, why: RowMeaning, entries: impl IntoIterator<Item = (u32, f64)>, low: f64, high: f64) {
        if self.start.is_empty() {
            self.start.push(0);
        }
        self.why.push(why);
        self.entry.extend(entries.into_iter().filter(|e| e.1 != 0.0));
        self.start.push(self.entry.len());
        self.low.push(low);
        self.high.push(high);
    }

    pub fn len(&self) -> usize {
        self.why.len()
    }

    pub fn row(&self, i: usize) -> &[(u32, f64)] {
        &self.entry[self.start[i]..self.start[i + 1]]
    }
}

/// A constant and a sum over columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LinearExpression {
    pub constant: f64,
    pub terms: Vec<(u32, f64)>,
}

/// A leaf of the formulation.
#[derive(Clone, Debug)]
pub(super) struct LeafColumn {
    pub column: u32,
    /// The levels that it allows of the features on its path: (feature, set).
    pub allows: Vec<(u32, Set)>,
}

/// A query as a mixed-integer program, to be minimised.
#[derive(Clone, Debug)]
pub struct Formulation {
    pub(crate) columns: Vec<ColumnMeaning>,
    pub(crate) cost: Vec<f64>,
    /// The coefficients of squared columns in the cost: (column, coefficient).
    pub(crate) squares: Vec<(u32, f64)>,
    pub(crate) upper: Vec<f64>,
    /// Cost of an answer whose columns are all 0.
    pub(crate) constant: f64,
    pub(crate) rows: FormulationRows,
    pub(super) places: Vec<FeatureColumns>,
    /// By tree: its leaves that can be reached.
    pub(super) trees: Vec<Vec<LeafColumn>>,
    /// The level sets of the tests' sides, by feature. Rows refer to them by number.
    pub(super) sets: Vec<Vec<Set>>,
    /// Whether a feature has no level left, or a tree no leaf.
    pub(super) empty: bool,
    /// Whether levels must be declared integer.
    whole_levels: bool,
    /// Number of words that the leaves' sets take.
    words_taken: usize,
    words: names::Words,
}

impl Formulation {
    /// The program of one problem for each goal. With several goals one of them must be met.
    pub(super) fn new(problems: &[Problem], kind: ProgramKind, purpose: Purpose) -> Result<Formulation, SearchError> {
        let problem = &problems[0];
        // A fractional solution can meet limits on several levels, even if the flows are integer.
        let tied = problem.max_changes.is_some() || problem.vars.iter().any(|v| !v.reach.is_empty());
        let mut f = Formulation {
            sets: vec![Vec::new(); problem.vars.len()],
            whole_levels: kind == ProgramKind::Levels || tied,
            ..Formulation::blank()
        };
        f.features(problem);
        match kind {
            ProgramKind::Paper => f.flows(problem, purpose),
            ProgramKind::Levels => f.leaves(problem),
        }
        if f.words_taken > MOST {
            return Err(SearchError::Unsupported { what: super::TOO_LARGE.into() });
        }
        f.scores(problems, purpose);
        f.limits(problem);
        Ok(f)
    }

    /// As [`Formulation::new`], with the names that a file needs.
    ///
    /// # Errors
    /// Where a goal is not linear in the scores.
    pub(crate) fn written(problems: &[Problem], kind: ProgramKind) -> Result<Formulation, SearchError> {
        if problems.iter().any(|p| p.only_necessary()) {
            let what = "a probability under a softmax over three or more classes is not linear in the scores, so there is no linear program of it; take the class itself, with a margin, for the target";
            return Err(SearchError::Unsupported { what: what.into() });
        }
        let mut f = Formulation::new(problems, kind, Purpose::Written)?;
        f.words = names::Words::new(&f, problems);
        Ok(f)
    }

    pub(crate) fn column(&mut self, what: ColumnMeaning, cost: f64, upper: f64) -> u32 {
        self.columns.push(what);
        self.cost.push(cost);
        self.upper.push(upper);
        self.columns.len() as u32 - 1
    }

    /// Whether a column is integer in every answer and must be declared so.
    pub(crate) fn whole(&self, column: usize) -> bool {
        match self.columns[column] {
            ColumnMeaning::Above(..) | ColumnMeaning::Level(..) => self.whole_levels,
            ColumnMeaning::Goal(_) | ColumnMeaning::Turn(..) | ColumnMeaning::Own(_, Domain::Whole) => true,
            _ => false,
        }
    }

    /// Number of rows, columns, integer columns, and coefficients that are not 0.
    pub fn size(&self) -> [usize; 4] {
        let whole = (0..self.columns.len()).filter(|&c| self.whole(c)).count();
        [self.rows.len(), self.columns.len(), whole, self.rows.entry.len()]
    }
}
